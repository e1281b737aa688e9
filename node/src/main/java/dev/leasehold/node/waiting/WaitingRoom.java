package dev.leasehold.node.waiting;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NodeCommand.GiveUp.Why;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.time.TimeSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps requests open while their leases wait in the queue. A wait costs an entry and no thread.
 *
 * <p>The room learns of every wait from the block that queued it, which the writer's thread shows
 * before the replies of that block leave. So a request that comes with such a reply finds the wait
 * here, over or not, however late it comes: no event can be missed between reply and registration.
 * One event concerns one lease and wakes the requests of that lease alone.
 *
 * <p>A wait that nobody has a request for is given up after ten seconds, by a sequenced command; so
 * is a grant whose reply has not left by then. While that command is on its way, requests that come
 * back are told nothing before its outcome is known. In the same way a wait is given up at once
 * when a token that it was asked for with is revoked or comes to its end.
 */
public final class WaitingRoom implements DurableListener, AutoCloseable {

  /** The time between two checks of a credential, the same as for watchers of events. */
  private static final long RECHECK_NANOS = 5 * Limits.SECOND;

  private final Sequencer sequencer;
  private final LongSupplier tick;
  private final Map<String, WaitingLease> waits = new ConcurrentHashMap<>();

  /** Tokens with an end that is looked out for: no more than there are tokens. */
  private final Set<String> awaitedEnds = ConcurrentHashMap.newKeySet();

  private final AtomicInteger openRequests = new AtomicInteger();
  private final WaitTimer watch;
  private volatile boolean closed;

  /**
   * @param waiting those that have waited since before this node started, and those of which it is
   *     not known whether their holders were told that they wait no more; their requests are gone
   */
  public WaitingRoom(Sequencer sequencer, LongSupplier tick, TimeSource time, List<Lease> waiting) {
    this.sequencer = sequencer;
    this.tick = tick;
    this.watch = new WaitTimer(tick, time, this::onDue);
    waiting.forEach(lease -> takeUp(lease, tick.getAsLong(), time.wallNanos()));
    watch.start();
  }

  private void takeUp(Lease lease, long now, long wallNanos) {
    if (lease.rare().place() != null) {
      open(lease, now);
    } else {
      WaitingLease granted = new WaitingLease(WaitResult.of(lease, "", now, wallNanos));
      waits.put(lease.id(), granted);
      watch.add(granted);
    }
  }

  /** Whether the reply to this command may be a lease that waits. */
  public static boolean mayWait(Command command) {
    return switch (command) {
      case LeaseCommand.Acquire acquire -> acquire.rare().waitNanos() != 0;
      case BudgetCommand.Handshake handshake -> handshake.waitNanos() != 0;
      case LeaseCommand.Convert convert -> convert.waitNanos() > 0;
      default -> false;
    };
  }

  /**
   * Stays until the wait is over, if there is one. The answer comes on the request's own executor,
   * or at once.
   *
   * @param outcome of a command that may wait, about the lease
   * @param isStillAuthorised whether the caller's credential is still accepted
   */
  public CompletableFuture<WaitResult> stay(
      Outcome outcome, Lease lease, OpenRequest request, BooleanSupplier isStillAuthorised) {
    QueuePlace place = lease.rare().place();
    WaitingLease wait = waits.get(lease.id());
    if (wait == null || (wait.isConversion() && place == null)) {
      return place == null
          ? CompletableFuture.completedFuture(waited(outcome.stamp(), lease))
          : reread(lease);
    }
    if (place == null) {
      wait.concludeIfOpen(waited(outcome.stamp(), lease), tick.getAsLong());
    } else if (!wait.isAt(place)) {
      return reread(lease);
    }
    WaitingRequest waiter = new WaitingRequest(request);
    wait.join(waiter, request, outcome.stamp().caller().tokenId());
    awaitEnd(outcome.stamp().caller());
    if (outcome.stamp().caller().tokenId().isEmpty() && request.authorization() != null) {
      recheckCredential(wait, waiter, isStillAuthorised, tick.getAsLong());
    }
    if (closed) {
      wait.sendAway(tick.getAsLong());
    }
    openRequests.incrementAndGet();
    request.delivery().whenComplete((left, gone) -> leave(wait, waiter, Boolean.TRUE.equals(left)));
    return waiter.answer();
  }

  private void awaitEnd(Caller caller) {
    boolean ends = !caller.tokenId().isEmpty() && caller.tokenDeadlineTick() != 0;
    if (ends && awaitedEnds.add(caller.tokenId())) {
      watch.at(
          caller.tokenDeadlineTick(),
          now -> {
            awaitedEnds.remove(caller.tokenId());
            endWaits(Set.of(caller.tokenId()), Why.TOKEN_EXPIRED);
          });
    }
  }

  /**
   * Looks again and again whether the caller's credential is still accepted, because its issuer
   * does not tell when it stops vouching for it.
   */
  private void recheckCredential(
      WaitingLease wait, WaitingRequest waiter, BooleanSupplier isStillAuthorised, long fromTick) {
    watch.at(
        fromTick + RECHECK_NANOS,
        now -> {
          if (closed || !wait.isAwaitedBy(waiter)) {
            return;
          }
          if (isStillAuthorised.getAsBoolean()) {
            recheckCredential(wait, waiter, isStillAuthorised, now);
          } else if (wait.losesCredential(Why.TOKEN_REVOKED, now)) {
            giveUp(wait);
          }
        });
  }

  /**
   * Ends what was asked for with a token that is over. Needed for one that was revoked while the
   * request was on its way to {@link #stay}; a revocation after that is seen here.
   */
  public void endWaits(Caller caller) {
    endWaits(Set.of(caller.tokenId()), endOf(caller));
  }

  /**
   * Ends a wait, or takes back the grant it led to, that its caller was not told of because its
   * credential is over.
   */
  public void takeBack(String leaseId, Caller caller) {
    CompletableFuture<Outcome> unused =
        sequencer.submit(Caller.SERVER, new NodeCommand.GiveUp(leaseId, endOf(caller)));
  }

  /** The way in which the credential of the caller has come to its end. */
  private Why endOf(Caller caller) {
    boolean ranOut =
        caller.tokenDeadlineTick() != 0 && caller.tokenDeadlineTick() <= tick.getAsLong();
    return ranOut ? Why.TOKEN_EXPIRED : Why.TOKEN_REVOKED;
  }

  private void endWaits(Set<String> tokenIds, Why why) {
    for (WaitingLease wait : waits.values()) {
      if (!closed && wait.losesToken(tokenIds, why, tick.getAsLong())) {
        giveUp(wait);
      }
    }
  }

  private void leave(WaitingLease wait, WaitingRequest waiter, boolean replyHasLeft) {
    if (wait.leave(waiter, replyHasLeft, tick.getAsLong())) {
      waits.remove(wait.leaseId(), wait);
    } else {
      watchIfNeeded(wait);
    }
    openRequests.decrementAndGet();
  }

  /**
   * Takes note that the reply to this request shows the holder a lease that is granted: with that
   * the grant is delivered, whatever became of the request that waited for it.
   */
  public void show(Lease lease, OpenRequest request) {
    WaitingLease wait = waits.get(lease.id());
    if (wait != null && lease.state() == LeaseState.ACTIVE) {
      request
          .delivery()
          .thenAccept(
              left -> {
                if (left && wait.shown()) {
                  waits.remove(wait.leaseId(), wait);
                }
              });
    }
  }

  private static WaitResult waited(Stamp stamp, Lease lease) {
    return WaitResult.of(lease, "", stamp.tick(), stamp.wallNanos());
  }

  /** The wait was over and forgotten before the request got here. */
  private CompletableFuture<WaitResult> reread(Lease lease) {
    return sequencer
        .submit(Caller.SERVER, new LeaseQuery.GetLease(lease.id()))
        .thenApply(
            outcome ->
                waited(
                    outcome.stamp(),
                    outcome.reply() instanceof Reply.OfLease now ? now.lease() : lease));
  }

  @Override
  public void onDurableFacts(DurableBlock block) {
    Set<String> revoked = Set.of();
    for (Fact fact : block.facts()) {
      follow(fact, block);
      if (fact.event() instanceof AdminEvent.TokenRevoked event) {
        revoked = revoked.isEmpty() ? new HashSet<>() : revoked;
        revoked.add(event.tokenId());
      }
    }
    if (!revoked.isEmpty()) {
      endWaits(revoked, Why.TOKEN_REVOKED);
    }
  }

  private void follow(Fact fact, DurableBlock block) {
    Lease lease = fact.after();
    WaitingLease wait = lease == null ? null : waits.get(lease.id());
    if (lease == null) {
      return;
    }
    QueuePlace place = lease.rare().place();
    if (place != null) {
      if (wait == null || !wait.isAt(place)) {
        open(lease, block.tick());
      }
    } else if (wait != null) {
      String failure =
          fact.event() instanceof LeaseEvent.ConversionFailed failed && fact.isAboutNamedLease()
              ? failed.reason()
              : "";
      wait.conclude(WaitResult.of(lease, failure, block.tick(), block.wallNanos()), block.tick());
      watchIfNeeded(wait);
    }
  }

  private void open(Lease lease, long now) {
    QueuePlace place = lease.rare().place();
    if (place != null) {
      WaitingLease wait = new WaitingLease(lease, place, now);
      waits.put(lease.id(), wait);
      watch.add(wait);
    }
  }

  private void watchIfNeeded(WaitingLease wait) {
    if (wait.needsWatch()) {
      watch.add(wait);
    }
  }

  private void onDue(WaitingLease wait, long now) {
    if (waits.get(wait.leaseId()) != wait) {
      return;
    }
    switch (wait.duty(now)) {
      case LATER -> watch.add(wait);
      case NOTHING -> {}
      case GIVE_UP -> giveUp(wait);
      case FORGET -> waits.remove(wait.leaseId(), wait);
    }
  }

  private void giveUp(WaitingLease wait) {
    sequencer
        .submit(Caller.SERVER, new NodeCommand.GiveUp(wait.leaseId(), wait.why()))
        .whenComplete((outcome, failure) -> gaveUp(wait, outcome));
  }

  private void gaveUp(WaitingLease wait, @Nullable Outcome outcome) {
    long now = tick.getAsLong();
    if (outcome != null && outcome.reply() instanceof Reply.Refused) {
      waits.remove(wait.leaseId(), wait);
    }
    if (outcome != null && outcome.reply() instanceof Reply.OfLease reply) {
      wait.gaveUp(waited(outcome.stamp(), reply.lease()), now);
    } else {
      wait.keptOn(now);
    }
    watchIfNeeded(wait);
  }

  /** The thread without which nothing is given up. */
  public Thread thread() {
    return watch.thread();
  }

  /** How many requests stay here or are being answered. */
  public int openRequests() {
    return openRequests.get();
  }

  /** How many waits are known here, those included that were over a moment ago. */
  public int size() {
    return waits.size();
  }

  /** Sends all requests away and gives nothing up any more. Waiting leases go on waiting. */
  @Override
  public void close() {
    closed = true;
    watch.close();
    waits.values().forEach(wait -> wait.sendAway(tick.getAsLong()));
  }
}
