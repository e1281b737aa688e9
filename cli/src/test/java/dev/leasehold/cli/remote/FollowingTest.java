package dev.leasehold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server that gives each caller the next of its answers and hangs up. */
@Timeout(180)
class FollowingTest {

  private final List<String> resumedAfter = new CopyOnWriteArrayList<>();
  private final List<String> seen = new ArrayList<>();
  private final StringWriter err = new StringWriter();
  private ServerSocket listener;

  @BeforeEach
  void listen() throws IOException {
    listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  private Following following(String... answers) {
    Thread.ofPlatform().daemon().start(() -> answer(answers));
    Endpoint endpoint =
        new Endpoint("http://127.0.0.1:" + listener.getLocalPort(), "t", "a test", TlsPaths.NONE);
    Api api = new Api(endpoint, InstantSource.system());
    return new Following(api, Address.of("/v1/events"), new PrintWriter(err, true));
  }

  private void answer(String... answers) {
    for (String answer : answers) {
      try (Socket caller = listener.accept()) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
        String after = "nothing";
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
          after = line.startsWith("Last-Event-ID: ") ? line.substring(15) : after;
        }
        resumedAfter.add(after);
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
        caller.getOutputStream().write((head + answer).getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        return;
      }
    }
  }

  @Test
  void aBrokenStreamIsResumedAfterTheLastThatWasSeen() throws Exception {
    Following following =
        following(
            "id: 1\nevent: a\ndata: {}\n\n: keep-alive\nid: 4\n\n",
            "event: end\ndata: {\"code\":\"UNAVAILABLE\"}\n\n",
            "id: 5\nevent: b\ndata: {}\n\n");
    following.follow(
        event -> {
          seen.add(event.type());
          return seen.size() < 2;
        });
    assertThat(seen).containsExactly("a", "b");
    assertThat(resumedAfter).containsExactly("nothing", "4", "4");
  }

  @Test
  void aTokenThatHasEndedEndsIt() {
    Following following =
        following("event: end\ndata: {\"code\":\"UNAUTHENTICATED\",\"detail\":\"it is over\"}\n\n");
    assertThatThrownBy(() -> following.follow(event -> true))
        .hasMessage("it is over")
        .isInstanceOfSatisfying(
            CallFailedException.class,
            failure -> assertThat(failure.exit()).isEqualTo(Exit.UNAUTHENTICATED));
  }

  @Test
  void whereThereWasNeverAServerThereIsNothingToFollow() throws Exception {
    Following following = following();
    listener.close();
    assertThatThrownBy(() -> following.follow(event -> true))
        .isInstanceOfSatisfying(
            CallFailedException.class,
            failure -> assertThat(failure.exit()).isEqualTo(Exit.UNAVAILABLE));
  }
}
