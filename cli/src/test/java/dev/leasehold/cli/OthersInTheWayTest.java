package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Refusals say who is in the way, and how to reach them. */
@Timeout(180)
class OthersInTheWayTest {

  @TempDir private static Path data;
  private static RunningServer server;
  private static TestSurroundings alice;
  private static TestSurroundings bob;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
    alice = server.agent("alice");
    bob = server.agent("bob");
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  private static String acquire(TestSurroundings who, String space, String... more) {
    String[] arguments = new String[6 + more.length];
    String[] usual = {"acquire", "--space", space, "--path", "/a", "--quiet"};
    System.arraycopy(usual, 0, arguments, 0, 6);
    System.arraycopy(more, 0, arguments, 6, more.length);
    assertThat(who.run(arguments)).as(who.err()).isZero();
    return who.out().strip();
  }

  @Test
  void aRefusalSaysHowToReachTheHolder() {
    String id = acquire(alice, "reach", "--label", "contact=#team-a");

    assertThat(bob.run("acquire", "--space", "reach", "--path", "/a")).isEqualTo(Exit.HELD.code());
    assertThat(bob.err())
        .contains("alice [#team-a] holds /a", "leasehold ask " + id, "--wait")
        .hasLineCount(1);
    assertThat(bob.run("check", "--space", "reach", "/a")).isEqualTo(Exit.HELD.code());
    assertThat(bob.out()).contains("alice [#team-a] holds /a");
    assertThat(alice.run("acquire", "--space", "reach", "--path", "/a"))
        .isEqualTo(Exit.HELD.code());
    assertThat(alice.err()).contains("you hold /a yourself").doesNotContain("--wait");
  }

  @Test
  void aClaimIsRefusedInTheWordsOfAnAcquire() throws Exception {
    String[] contact = {"claim", "--space", "items", "--label", "contact=#team-a", "one"};
    assertThat(alice.run(contact)).as(alice.err()).isZero();
    String id = alice.out().split("\t", -1)[0];

    for (String items : new String[] {"one", "one two"}) {
      String[] claim = ("claim --space items " + items).split(" ");
      if (items.contains("two")) {
        assertThat(alice.run("claim", "--space", "items", "two")).isZero();
      }
      assertThat(bob.run(claim)).isEqualTo(Exit.HELD.code());
      assertThat(bob.err())
          .contains("alice [#team-a] holds /one", "leasehold ask " + id, "--wait")
          .hasLineCount(1);
      assertThat(alice.run(claim)).isEqualTo(Exit.HELD.code());
      assertThat(alice.err()).contains("you hold /one yourself").doesNotContain("--wait", "ask");
    }
  }

  @Test
  void aRefusedClaimTellsProgramsTheSame() throws Exception {
    assertThat(alice.run("claim", "--space", "told", "--label", "contact=#a", "one")).isZero();
    assertThat(alice.run("claim", "--space", "told", "two")).isZero();

    assertThat(bob.run("claim", "--space", "told", "one", "--json")).isEqualTo(Exit.HELD.code());
    Fields one = Fields.parse(bob.out());
    assertThat(one.text("code")).isEqualTo("ALREADY_LEASED");
    assertThat(one.objects("conflicts").get(0).object("labels").text("contact")).isEqualTo("#a");

    String[] both = {"claim", "--space", "told", "one", "two", "--json"};
    assertThat(bob.run(both)).isEqualTo(Exit.HELD.code());
    Fields several = Fields.parse(bob.out());
    assertThat(several.text("code")).isEqualTo("ALREADY_LEASED");
    assertThat(several.text("detail")).isEqualTo("all 2 items are held");
    assertThat(several.objects("conflicts"))
        .extracting(conflict -> conflict.texts("scope"))
        .containsExactly(List.of("/one"), List.of("/two"));

    assertThat(bob.run("claim", "--space", "told", "one", "two", "--json", "--wait", "10ms"))
        .isEqualTo(Exit.TIMED_OUT.code());
    Fields late = Fields.parse(bob.out());
    assertThat(late.text("code")).isEqualTo("ACQUISITION_TIMEOUT");
    assertThat(late.number("status")).isEqualTo(408);
    assertThat(late.text("waited")).endsWith("s");
    assertThat(late.objects("conflicts")).hasSize(2);
    assertThat(bob.run("claim", "--space", "told", "one", "--json", "--wait", "10ms"))
        .isEqualTo(Exit.TIMED_OUT.code());
    assertThat(Fields.parse(bob.out()).text("code")).isEqualTo("ACQUISITION_TIMEOUT");
  }

  @Test
  void anotherLooksAtALeaseAndAsksForIt() {
    String id = acquire(alice, "look");

    assertThat(bob.run("ls", "--space", "look")).isZero();
    assertThat(bob.out()).contains("alice", id);
    assertThat(bob.run("show", id)).isZero();
    assertThat(bob.run("history", id)).isZero();
    assertThat(bob.out()).contains("alice took it");
    assertThat(bob.run("ask", id, "May I have it?")).as(bob.err()).isZero();
    assertThat(bob.out()).startsWith("asked alice: alice holds /a in look");
    assertThat(bob.run("ask", id, "Please!")).isEqualTo(Exit.LIMIT.code());
    assertThat(bob.err()).contains("within the last minute", "ask again in").hasLineCount(1);
    assertThat(bob.run("ask", id, "--json", "two\nlines")).isEqualTo(Exit.USAGE.code());
    assertThat(alice.run("ask", id, "Myself")).isEqualTo(Exit.USAGE.code());

    assertThat(alice.run("ls", "--notices")).isZero();
    assertThat(alice.out()).contains("bob asks for lease", "May I have it?");
    assertThat(alice.run("history", id)).isZero();
    assertThat(alice.out()).contains("bob asked alice for it: May I have it?");
  }
}
