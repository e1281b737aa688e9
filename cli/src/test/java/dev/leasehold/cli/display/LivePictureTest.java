package dev.leasehold.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LivePictureTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  private static final String ID = "8c146820-f17b-4c26-a735-ffd1f0468c15";

  private static Fields lease(String holder, String scope) throws IOException {
    return Fields.parse(
        """
        {"leaseId":"%s","holder":"%s","scope":["%s"],"space":"repo-a","state":"ACTIVE",
         "mode":"EXCLUSIVE","policy":"file","remaining":"240s"}\
        """
            .formatted(ID, holder, scope));
  }

  private static Fields waiter() throws IOException {
    return Fields.parse(
        """
        {"leaseId":"%s","holder":"bob","scope":["/src/api"],"space":"repo-a","state":"PENDING",
         "waiting":{"remaining":"1740s"}}\
        """
            .formatted(ID));
  }

  private static List<Fields> leases(int count) throws IOException {
    List<Fields> leases = new ArrayList<>(List.of(lease("alice", "/src/api"), waiter()));
    while (leases.size() < count) {
      leases.add(lease("worker-" + leases.size(), "/a/long/way/down/to/file-" + leases.size()));
    }
    return leases.subList(0, count);
  }

  private static List<Fields> events(int count) throws IOException {
    List<Fields> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(
          Fields.parse(
              """
              {"type":"dev.leasehold.lease.granted","time":"2026-05-01T12:00:0%dZ","subject":"%s",
               "data":{"holder":"alice","scope":["/src/api"],"space":"repo-a"}}\
              """
                  .formatted(i, ID)));
    }
    return events;
  }

  private static List<String> picture(int columns, int rows, int leases, int events)
      throws IOException {
    return new LivePicture(new Screen(true, false, columns, rows), ZoneOffset.UTC)
        .lines(leases(leases), NOW, false, events(events));
  }

  @Test
  void fewLinesAreForLeasesAndForTheLatestEvents() throws IOException {
    assertThat(picture(40, 8, 12, 9))
        .containsExactly(
            "/src/api         alice      in 4 min",
            "/src/api         bob        waits 29 min",
            "/a/long/way/do…  worker-2   in 4 min",
            "/a/long/way/do…  worker-3   in 4 min",
            "/a/long/way/do…  worker-4   in 4 min",
            "and 7 more",
            "12:00:07 granted alice /src/api in repo…",
            "12:00:08 granted alice /src/api in repo…");
  }

  @Test
  void whereNothingHappensAllLinesAreForLeases() throws IOException {
    assertThat(picture(40, 8, 8, 0)).hasSize(8).noneMatch(line -> line.contains("more"));
    assertThat(picture(40, 8, 0, 0)).containsExactly("no leases");
  }

  @Test
  void aLargerTerminalHasHeadingsAndSpacesAndIds() throws IOException {
    assertThat(picture(60, 24, 2, 1))
        .containsExactly(
            "SCOPE     HOLDER  ENDS          SPACE   LEASE",
            "/src/api  alice   in 4 min      repo-a  8c146820…",
            "/src/api  bob     waits 29 min  repo-a  8c146820…",
            "",
            "12:00:00 granted alice /src/api in repo-a (8c146820-f17b-4c…");
    assertThat(picture(80, 24, 2, 1).get(1)).contains(ID, "alice", "/src/api", "in 4 min");
    assertThat(picture(120, 24, 2, 1).get(1)).contains(ID, "alice", "/src/api", "exclusive");
  }

  @Test
  void withAlmostNoRoomTheHolderIsLeftOut() throws IOException {
    assertThat(picture(20, 3, 5, 4))
        .containsExactly("/src/api  in 4 min", "and 4 more", "12:00:03 granted al…");
  }

  @Test
  void whenThereIsNoServerEventsStay() throws IOException {
    LivePicture picture = new LivePicture(new Screen(true, false, 40, 8), ZoneOffset.UTC);
    assertThat(picture.lines(Colour.RED, "no server", events(1))).hasSize(2).contains("no server");
  }

  @ParameterizedTest
  @CsvSource({"20,1", "20,3", "30,4", "40,8", "40,12", "60,8", "60,24", "80,24", "80,6", "120,40"})
  void aPictureIsNeverLargerThanTheTerminalAndALeaseHasOneLine(int columns, int rows)
      throws IOException {
    for (int leases : new int[] {0, 1, 2, 7, 100}) {
      for (int events : new int[] {0, 1, 9}) {
        List<String> picture = picture(columns, rows, leases, events);
        assertThat(picture).hasSizeLessThanOrEqualTo(rows);
        assertThat(picture).allMatch(line -> Text.width(line) <= columns);
        assertThat(picture.stream().filter(line -> line.contains("in 4 min")).count())
            .isLessThanOrEqualTo(leases);
      }
    }
  }
}
