package dev.leasehold.node;

import static dev.leasehold.kernel.policy.Limits.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.persist.JournalDamagedException;
import dev.leasehold.node.persist.files.DirectoryInUseException;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.time.MovedTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeTest {

  private static final Caller AGENT = new Caller("agent", Role.AGENT, List.of());

  @TempDir Path data;
  @TempDir Path copy;

  private static Node open(Path directory, MovedTime time) throws IOException {
    return Node.open(directory, time, failure -> {});
  }

  private static Outcome execute(Node node, Caller caller, Command command) throws Exception {
    return node.sequencer().submit(caller, command).get(60, TimeUnit.SECONDS);
  }

  private static Outcome acquire(Node node, String id, long ttlNanos) throws Exception {
    return submitAcquire(node, id, ttlNanos).get(60, TimeUnit.SECONDS);
  }

  private static CompletableFuture<Outcome> submitAcquire(Node node, String id, long ttlNanos) {
    Command acquire = Acquires.file(id, "/files/" + id, AGENT.actor(), ttlNanos);
    return node.sequencer().submit(AGENT, acquire);
  }

  private static LeaseState stateOf(Node node, String id) throws Exception {
    Outcome read = execute(node, AGENT, new LeaseQuery.GetLease(id));
    return ((Reply.OfLease) read.reply()).lease().state();
  }

  @Test
  void aRestartBringsBackTheSameState() throws Exception {
    MovedTime time = new MovedTime();
    Node first = open(data, time);
    for (int i = 0; i < 600; i++) {
      acquire(first, "lease-" + i, 0);
      if (i % 3 == 0) {
        execute(first, AGENT, new LeaseCommand.Release("lease-" + i, "", 0, ""));
      }
    }
    first.close();
    Node second = open(data, time);
    second.close();
    assertThat(second.kernel().stateHash()).isEqualTo(first.kernel().stateHash());
    assertThat(second.kernel().lastPosition()).isEqualTo(800);
  }

  @Test
  void whatWasAnsweredIsThereAfterAKill() throws Exception {
    Node live = open(data, new MovedTime());
    List<CompletableFuture<Outcome>> replies = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      replies.add(submitAcquire(live, "lease-" + i, 0));
    }
    for (CompletableFuture<Outcome> reply : replies) {
      reply.get(60, TimeUnit.SECONDS);
    }
    copyLiveFiles();
    live.close();
    Node recovered = open(copy, new MovedTime());
    for (CompletableFuture<Outcome> reply : replies) {
      String id = ((Reply.OfLease) reply.join().reply()).lease().id();
      assertThat(stateOf(recovered, id)).isEqualTo(LeaseState.ACTIVE);
    }
    recovered.close();
  }

  private void copyLiveFiles() throws IOException {
    for (String file : List.of("registrar.key", "journal.db-wal", "journal.db")) {
      Files.copy(data.resolve(file), copy.resolve(file));
    }
  }

  @Test
  void inTheSameBootTimeGoesOnAfterAKill() throws Exception {
    MovedTime time = new MovedTime();
    Node live = open(data, time);
    acquire(live, "a", 10 * SECOND);
    copyLiveFiles();
    live.close();
    time.advance(9 * SECOND);
    Node recovered = open(copy, time);
    assertThat(recovered.tick()).isEqualTo(9 * SECOND);
    recovered.close();
  }

  @Test
  void inTheSameBootTimeGoesOnWhileTheNodeIsDown() throws Exception {
    MovedTime time = new MovedTime();
    Node first = open(data, time);
    acquire(first, "a", 10 * SECOND);
    first.close();
    time.advance(9 * SECOND);
    Node second = open(data, time);
    assertThat(stateOf(second, "a")).isEqualTo(LeaseState.ACTIVE);
    second.close();
    time.advance(SECOND);
    Node third = open(data, time);
    assertThat(stateOf(third, "a")).isEqualTo(LeaseState.EXPIRED);
    third.close();
  }

  @Test
  void afterARebootTimeGoesOnFromWhereItWas() throws Exception {
    MovedTime before = new MovedTime("boot 1", 500 * SECOND);
    Node first = open(data, before);
    acquire(first, "a", 10 * SECOND);
    before.advance(4 * SECOND);
    first.close();
    MovedTime after = new MovedTime("boot 2", 90_000 * SECOND);
    Node second = open(data, after);
    assertThat(second.tick()).isEqualTo(4 * SECOND);
    after.advance(6 * SECOND - 1);
    assertThat(stateOf(second, "a")).isEqualTo(LeaseState.ACTIVE);
    after.advance(1);
    assertThat(stateOf(second, "a")).isEqualTo(LeaseState.EXPIRED);
    second.close();
  }

  @Test
  void tokensAreThereAtTheNextStart() throws Exception {
    RecoveredNode recovered =
        Wiring.recover(data, new MovedTime(), Limits.DEFAULT_LEASES_PER_HOLDER, failure -> {});
    assertThat(recovered.kernel().tokens()).isEmpty();
    Node first = Wiring.start(recovered, List.of(), WorkMeter.NONE);
    execute(
        first,
        Caller.SERVER,
        new AdminCommand.IssueToken(
            "t", "agent", Role.AGENT, List.of(), "00".repeat(32), 0, "", List.of()));
    first.close();
    try (RecoveredNode second =
        Wiring.recover(data, new MovedTime(), Limits.DEFAULT_LEASES_PER_HOLDER, failure -> {})) {
      assertThat(second.kernel().tokens()).extracting("id").containsExactly("t");
    }
  }

  @Test
  void aSecondNodeOnTheDirectoryIsRefused() throws Exception {
    Node first = open(data, new MovedTime());
    assertThatExceptionOfType(DirectoryInUseException.class)
        .isThrownBy(() -> open(data, new MovedTime()));
    acquire(first, "a", 0);
    first.close();
    first.close();
    open(data, new MovedTime()).close();
  }

  @Test
  void aDamagedJournalIsRefusedAtEveryStart() throws Exception {
    Node node = open(data, new MovedTime());
    for (int i = 0; i < 5; i++) {
      acquire(node, "lease-" + i, 0);
    }
    node.close();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + data.resolve("journal.db"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE blocks SET wall_nanos = wall_nanos + 1 WHERE number = 3");
    }
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(JournalDamagedException.class)
          .isThrownBy(() -> open(data, new MovedTime()))
          .withMessageContaining("block 3 (position 3)");
    }
  }
}
