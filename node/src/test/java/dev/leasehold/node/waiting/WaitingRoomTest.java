package dev.leasehold.node.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.Node;
import dev.leasehold.node.RecoveredNode;
import dev.leasehold.node.Wiring;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that wait, without a wire. */
class WaitingRoomTest {

  /** A request whose end the test decides. */
  private static final class TestRequest implements OpenRequest {
    final CompletableFuture<Boolean> delivery = new CompletableFuture<>();
    final Executor executor;

    TestRequest(Executor executor) {
      this.executor = executor;
    }

    @Override
    public Executor executor() {
      return executor;
    }

    @Override
    public @Nullable String authorization() {
      return null;
    }

    @Override
    public void stay() {}

    @Override
    public void hurry() {}

    @Override
    public CompletableFuture<Boolean> delivery() {
      return delivery;
    }
  }

  private static final Event.Request NO_REQUEST = Event.Request.NONE;

  @TempDir Path directory;
  final MovedTime time = new MovedTime();
  final ExecutorService executor = Executors.newSingleThreadExecutor();
  Node node;
  WaitingRoom room;

  @BeforeEach
  void open() throws Exception {
    RecoveredNode recovered =
        Wiring.recover(directory, time, Limits.DEFAULT_LEASES_PER_HOLDER, failure -> {});
    node = Wiring.start(recovered, List.of(), WorkMeter.NONE);
    room = new WaitingRoom(node.sequencer(), node::tick, time, recovered.waiting());
    node.addDurableListener(room);
  }

  @AfterEach
  void close() throws Exception {
    room.close();
    node.close();
    executor.shutdown();
  }

  private Outcome submit(String actor, Command command) {
    return node.sequencer().submit(new Caller(actor, Role.AGENT, List.of()), command).join();
  }

  private static LeaseCommand.Acquire acquire(String id, String holder, Mode mode, long waitNanos) {
    Scope scope = ((Scope.Parsed.Valid) Scope.parse(List.of(), List.of("/a"))).scope();
    return new LeaseCommand.Acquire(
        id,
        false,
        "file",
        "s",
        scope,
        mode,
        holder,
        "",
        60 * Limits.SECOND,
        LeaseCommand.UNSET,
        Map.of(),
        // Requests with an id are looked up first, each in its own time: these must keep order.
        id.startsWith("w") ? "" : "r-" + id,
        LeaseCommand.RareTerms.NONE.withWait(waitNanos, 0));
  }

  private Outcome acquire(String id) {
    return submit("h-" + id, acquire(id, "h-" + id, Mode.EXCLUSIVE, Limits.HOUR));
  }

  private Outcome share(String id) {
    return submit("h-" + id, acquire(id, "h-" + id, Mode.SHARED, 0));
  }

  private void release(String id) {
    Outcome released = submit("h-" + id, new LeaseCommand.Release(id, "", 0, ""));
    assertThat(released.reply()).isInstanceOf(Reply.OfLease.class);
  }

  private static Lease lease(Outcome outcome) {
    return ((Reply.OfLease) outcome.reply()).lease();
  }

  private LeaseState state(String id) {
    return lease(node.sequencer().submit(Caller.SERVER, new LeaseQuery.GetLease(id)).join())
        .state();
  }

  private CompletableFuture<WaitResult> stay(Outcome outcome, TestRequest request) {
    return room.stay(outcome, lease(outcome), request, () -> true);
  }

  private CompletableFuture<WaitResult> stay(Outcome outcome) {
    return stay(outcome, new TestRequest(executor));
  }

  private static final Caller WITH_TOKEN = new Caller("h-b", Role.AGENT, List.of(), "", "t", 0, "");

  private void revokeToken() {
    Command issue =
        new AdminCommand.IssueToken("t", "h-b", Role.AGENT, List.of(), "", 0, "", List.of());
    node.sequencer().submit(Caller.SERVER, issue).join();
    node.sequencer().submit(Caller.SERVER, new AdminCommand.RevokeToken("t", "")).join();
  }

  @Test
  void aTokenThatWasRevokedOnTheWayHereEndsTheWaitToo() {
    acquire("a");
    Outcome queued =
        node.sequencer()
            .submit(WITH_TOKEN, acquire("b", "h-b", Mode.EXCLUSIVE, Limits.HOUR))
            .join();
    revokeToken();
    CompletableFuture<WaitResult> late = stay(queued);
    assertThat(late).isNotDone();

    room.endWaits(WITH_TOKEN);

    assertThat(late.join().failure()).isEqualTo("TOKEN_REVOKED");
    assertThat(state("b")).isEqualTo(LeaseState.FAILED);
  }

  @Test
  void whatWasGrantedBeforeTheRevocationIsNotGivenUpForIt() {
    acquire("a");
    TestRequest request = new TestRequest(executor);
    Outcome queued =
        node.sequencer()
            .submit(WITH_TOKEN, acquire("b", "h-b", Mode.EXCLUSIVE, Limits.HOUR))
            .join();
    CompletableFuture<WaitResult> open = stay(queued, request);
    release("a");
    assertThat(open.join().lease().state()).isEqualTo(LeaseState.ACTIVE);

    revokeToken();

    assertThat(state("b")).isEqualTo(LeaseState.ACTIVE);
  }

  @Test
  void whoComesWithAReplyThatIsOldByThenIsToldAtOnce() {
    acquire("a");
    Outcome queued = acquire("b");
    release("a");

    CompletableFuture<WaitResult> late = stay(queued);

    assertThat(late.join().lease().state()).isEqualTo(LeaseState.ACTIVE);
  }

  @Test
  void evenIfTheWaitIsForgottenByThen() {
    acquire("a");
    Outcome queued = acquire("b");
    submit("h-b", new LeaseCommand.Release("b", "", 0, ""));
    time.advance(10 * Limits.SECOND);
    await().until(() -> room.size() == 0);

    WaitResult late = stay(queued).join();

    assertThat(late.failure()).isEqualTo("CANCELLED");
  }

  /** A request that came back on the last moment is not told of a grant that is being given up. */
  @Test
  void nobodyIsToldOfAGrantThatIsGivenUp() {
    acquire("a");
    acquire("b");
    release("a");
    Outcome retry = acquire("b");
    assertThat(lease(retry).state()).isEqualTo(LeaseState.ACTIVE);
    time.advance(10 * Limits.SECOND);
    await().until(() -> state("b") == LeaseState.FAILED);

    WaitResult late = stay(retry).join();

    assertThat(late.failure()).isEqualTo("UNCLAIMED");
  }

  @Test
  void aReplyThatCannotLeaveInTenSecondsIsAGrantGivenUp() {
    acquire("a");
    TestRequest stuck = new TestRequest(executor);
    CompletableFuture<WaitResult> told = stay(acquire("b"), stuck);
    release("a");
    assertThat(told.join().lease().state()).isEqualTo(LeaseState.ACTIVE);

    time.advance(10 * Limits.SECOND);

    await().until(() -> state("b") == LeaseState.FAILED);
  }

  /** A client that reads nothing for a while: its executor runs when it reads again. */
  @Test
  void whoReadsOnlyAfterItsGrantWasGivenUpIsToldThatItWasGivenUp() {
    acquire("a");
    Queue<Runnable> unread = new ConcurrentLinkedQueue<>();
    CompletableFuture<WaitResult> told = stay(acquire("b"), new TestRequest(unread::add));
    release("a");
    await().until(() -> unread.size() == 1);
    time.advance(10 * Limits.SECOND);
    await().until(() -> state("b") == LeaseState.FAILED);

    readUntil(told, unread);

    assertThat(told.join().failure()).isEqualTo("UNCLAIMED");
    assertThat(told.join().lease().state()).isEqualTo(LeaseState.FAILED);
  }

  @Test
  void whoReadsOnlyAfterItsGrantWasReleasedIsToldThatItWasReleased() {
    acquire("a");
    Queue<Runnable> unread = new ConcurrentLinkedQueue<>();
    CompletableFuture<WaitResult> told = stay(acquire("b"), new TestRequest(unread::add));
    release("a");
    await().until(() -> unread.size() == 1);
    release("b");
    time.advance(10 * Limits.SECOND);

    readUntil(told, unread);

    assertThat(told.join().lease().state()).isEqualTo(LeaseState.RELEASED);
  }

  private static void readUntil(CompletableFuture<WaitResult> told, Queue<Runnable> unread) {
    await()
        .until(
            () -> {
              for (Runnable news = unread.poll(); news != null; news = unread.poll()) {
                news.run();
              }
              return told.isDone();
            });
  }

  @Test
  void aConversionThatWaitsIsToldWhenItComesAbout() {
    share("a");
    share("b");
    Outcome queued =
        submit("h-b", new LeaseCommand.Convert("b", Mode.EXCLUSIVE, Limits.HOUR, "convert"));
    CompletableFuture<WaitResult> told = stay(queued);
    assertThat(told).isNotDone();

    release("a");

    assertThat(told.join().lease().mode()).isEqualTo(Mode.EXCLUSIVE);
    assertThat(told.join().failure()).isEmpty();
  }

  @Test
  void aConversionThatComesToNothingIsToldWhy() {
    share("a");
    share("b");
    CompletableFuture<WaitResult> told =
        stay(submit("h-b", new LeaseCommand.Convert("b", Mode.EXCLUSIVE, Limits.SECOND, "")));

    time.advance(Limits.SECOND);

    assertThat(told.join().failure()).isEqualTo("TIMEOUT");
    assertThat(told.join().lease().mode()).isEqualTo(Mode.SHARED);
  }

  /** A block may hold the end of one wait, and the beginning and the end of the next. */
  @Test
  void aConversionThatComesAboutIsNotToldWhyTheOneBeforeItFailed() {
    share("a");
    Lease shared = lease(share("b"));
    Outcome queued = submit("h-b", new LeaseCommand.Convert("b", Mode.EXCLUSIVE, Limits.HOUR, ""));
    release("a");
    Lease exclusive =
        lease(node.sequencer().submit(Caller.SERVER, new LeaseQuery.GetLease("b")).join());

    room.onDurableFacts(
        block(
            fact(failed("b"), shared),
            fact(queued.events().get(0), lease(queued)),
            fact(
                new LeaseEvent.Converted(new Event.At(3, 0, 0), "b", Mode.EXCLUSIVE, 1, NO_REQUEST),
                exclusive)));

    assertThat(stay(queued).join().failure()).isEmpty();
  }

  private static Event failed(String id) {
    return new LeaseEvent.ConversionFailed(new Event.At(1, 0, 0), id, "TIMEOUT", NO_REQUEST);
  }

  private static Fact fact(Event event, Lease lease) {
    return new Fact(event, null, lease);
  }

  private static DurableBlock block(Fact... facts) {
    return new DurableBlock(List.of(facts), 0, 0);
  }

  /** The requests are told on threads of their own, perhaps when more has happened. */
  @Test
  void aConversionThatFailedStaysFailedWhenItsLeaseIsRenewedAtOnce() {
    share("a");
    share("b");
    ArrayDeque<Runnable> later = new ArrayDeque<>();
    CompletableFuture<WaitResult> told =
        stay(
            submit("h-b", new LeaseCommand.Convert("b", Mode.EXCLUSIVE, Limits.SECOND, "")),
            new TestRequest(later::add));

    time.advance(Limits.SECOND);
    submit("h-b", new LeaseCommand.Renew("b", 0, ""));
    later.forEach(Runnable::run);

    assertThat(told.join().failure()).isEqualTo("TIMEOUT");
    assertThat(told.join().lease().renewalCount()).isEqualTo(1);
  }

  @Test
  void aConversionThatNobodyIsThereForIsGivenUpAndTheLeaseStays() {
    share("a");
    share("b");
    TestRequest gone = new TestRequest(executor);
    stay(submit("h-b", new LeaseCommand.Convert("b", Mode.EXCLUSIVE, Limits.HOUR, "")), gone);
    gone.delivery.complete(false);

    await()
        .until(
            () -> {
              time.advance(10 * Limits.SECOND);
              Outcome seen =
                  node.sequencer().submit(Caller.SERVER, new LeaseQuery.GetLease("b")).join();
              return lease(seen).rare().place() == null;
            });
    assertThat(state("b")).isEqualTo(LeaseState.ACTIVE);
  }

  /** Promise 15. */
  @Test
  void whenTheHolderOfWhatTenThousandWaitForDiesThereIsOneWinnerAndThenTheNext() {
    acquire("a");
    List<CompletableFuture<WaitResult>> answers = new ArrayList<>();
    List<TestRequest> requests = new ArrayList<>();
    for (int i = 0; i < Limits.MAX_WAITERS_ON_ONE_RESOURCE; i++) {
      String id = "w" + i;
      Caller caller = new Caller("h-" + id, Role.AGENT, List.of());
      TestRequest request = new TestRequest(executor);
      requests.add(request);
      answers.add(
          node.sequencer()
              .submit(caller, acquire(id, "h-" + id, Mode.EXCLUSIVE, Limits.HOUR))
              .thenComposeAsync(queued -> stay(queued, request), executor));
    }
    await().until(() -> room.openRequests() == answers.size());

    time.advance(60 * Limits.SECOND);

    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).join().lease().state()).isEqualTo(LeaseState.ACTIVE);
      requests.get(i).delivery.complete(true);
      if (i % 1_000 == 0) {
        assertThat(answers.subList(i + 1, answers.size())).noneMatch(CompletableFuture::isDone);
      }
      release("w" + i);
    }
    assertThat(room.openRequests()).isZero();
    assertThat(room.size()).isZero();
  }
}
