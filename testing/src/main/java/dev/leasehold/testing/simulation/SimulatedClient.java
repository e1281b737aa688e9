package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.testing.requests.RequestIds;
import dev.leasehold.testing.simulation.books.Requests;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A holder. It believes what it was told last, repeats a request that went unanswered under the
 * same id, and never hears of anything that nobody tells it.
 */
final class SimulatedClient implements Party {

  /** How often it acts before it repeats a request. */
  private static final int PATIENCE = 4;

  private static final int REMEMBERED_REQUESTS = 8;

  private final Caller caller;
  private final ClientBehaviour temper;
  private final SplittableRandom random;
  private final KnownLeaseIds gossip;
  private final Wishes wishes;
  private final Map<String, Lease> believed = new LinkedHashMap<>();
  private final Map<String, Integer> unanswered = new LinkedHashMap<>();
  private final Map<String, Command> sent = new LinkedHashMap<>();
  private final List<String> others;
  private final Set<String> heardOf = new HashSet<>();
  private final Deque<String> received = new ArrayDeque<>();
  private List<String> untold = List.of();
  private int acts;

  /** The pool that the client asks for money. */
  private String pool = "p0";

  SimulatedClient(
      String name,
      ClientBehaviour temper,
      SplittableRandom random,
      KnownLeaseIds gossip,
      List<String> others) {
    this.others = others;
    this.caller = new Caller(name, Role.AGENT, List.of());
    this.temper = temper;
    this.random = random;
    this.gossip = gossip;
    this.wishes = new Wishes(name, random, gossip);
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public @Nullable Command act(long tick) {
    acts++;
    Command overdue = overdue();
    return overdue != null ? overdue : note(choose(tick));
  }

  private @Nullable Command overdue() {
    for (Map.Entry<String, Integer> waiting : unanswered.entrySet()) {
      if (acts - waiting.getValue() > PATIENCE) {
        waiting.setValue(acts);
        return sent.get(waiting.getKey());
      }
    }
    return null;
  }

  private @Nullable Command choose(long tick) {
    if (!untold.isEmpty() && random.nextInt(20) == 0) {
      return new NoticeCommand.AcknowledgeNotices(untold);
    }
    if (!received.isEmpty() && random.nextInt(3) == 0) {
      return new LeaseQuery.GetLease(received.removeFirst());
    }
    int dice = random.nextInt(temper.sum());
    if ((dice -= temper.acquire) < 0) {
      pool = random.nextInt(8) == 0 ? "p0" : pool;
      if (!pool.isEmpty() && random.nextInt(8) == 0) {
        return wishes.handshake(requestId(), pool);
      }
      return wishes.acquire(requestId(), random.nextInt(20) == 0 ? "p1" : pool);
    }
    if ((dice -= temper.use) < 0) {
      Lease lease = any(tick, false);
      return lease == null ? wishes.acquire(requestId(), pool) : use(lease);
    }
    if ((dice -= temper.useLate) < 0) {
      Lease lease = any(tick, true);
      return lease == null ? null : useLate(lease);
    }
    if ((dice -= temper.end) < 0) {
      Lease lease = any(tick, random.nextInt(8) == 0);
      return lease == null ? null : wishes.end(lease, requestId());
    }
    if (dice - temper.resend < 0) {
      return again();
    }
    return random.nextInt(4) == 0 && again() instanceof LeaseCommand.Acquire acquire
        ? wishes.almost(acquire)
        : wishes.mischief(gossip.hear(random), requestId());
  }

  private Command useLate(Lease lease) {
    Command late = random.nextInt(4) == 0 ? null : wishes.money().late(lease);
    return late != null ? late : wishes.use(lease, requestId(), others);
  }

  /** Uses a lease; a client that still waits for it looks at its state, or gives up. */
  private Command use(Lease lease) {
    if (lease.state() != LeaseState.PENDING) {
      return wishes.use(lease, requestId(), others);
    }
    return random.nextInt(16) == 0
        ? new LeaseCommand.Release(lease.id(), "", 0, requestId())
        : new LeaseQuery.GetLease(lease.id());
  }

  /** Most requests have an id; some an old one, whatever they say. */
  private String requestId() {
    int dice = random.nextInt(20);
    if (dice < 4) {
      return "";
    }
    boolean careless = temper == ClientBehaviour.SLOPPY && dice < 6 && !sent.isEmpty();
    return careless ? pick(sent.keySet()) : "r" + acts;
  }

  private String pick(Iterable<String> keys) {
    List<String> list = new ArrayList<>();
    keys.forEach(list::add);
    return list.get(random.nextInt(list.size()));
  }

  /** A request that was sent before, answered or not. */
  private @Nullable Command again() {
    return sent.isEmpty() ? null : sent.get(pick(sent.keySet()));
  }

  private @Nullable Command note(@Nullable Command command) {
    String id = command == null ? "" : RequestIds.of(command);
    if (command != null && !id.isEmpty() && !sent.containsKey(id)) {
      sent.put(id, command);
      unanswered.put(id, acts);
      if (sent.size() > REMEMBERED_REQUESTS) {
        String oldest = sent.keySet().iterator().next();
        sent.remove(oldest);
        unanswered.remove(oldest);
      }
    }
    return command;
  }

  /** A lease that it believes to be alive, or to be over. */
  private @Nullable Lease any(long tick, boolean over) {
    List<Lease> fitting =
        believed.values().stream()
            .filter(lease -> over == (lease.state() != LeaseState.PENDING && !lease.isHeldAt(tick)))
            .toList();
    List<Lease> rich = fitting.stream().filter(lease -> lease.budget() != null).toList();
    List<Lease> choice = rich.isEmpty() || random.nextInt(3) == 0 ? fitting : rich;
    return choice.isEmpty() ? null : choice.get(random.nextInt(choice.size()));
  }

  @Override
  public void receive(Command command, Reply reply, List<Notice> notices) {
    unanswered.remove(RequestIds.of(command));
    if (reply instanceof Reply.Refused && random.nextInt(4) > 0) {
      believed.remove(Requests.leaseOf(command));
    }
    if (reply instanceof Reply.Refused refused
        && refused.refusal() instanceof AccessRefusal.Forbidden) {
      pool = random.nextInt(4) == 0 ? "p1" : random.nextInt(4) == 0 ? "" : "p0";
    }
    untold = notices.stream().limit(1 + random.nextInt(9)).map(Notice::id).toList();
    for (Notice notice : notices) {
      if (notice.kind() == NoticeKind.RECEIVED) {
        learn(notice.leaseId());
      }
    }
    if (reply instanceof Reply.OfLease answer && answer.lease().holder().equals(caller.actor())) {
      Lease lease = answer.lease();
      believed.put(lease.id(), lease);
      gossip.tell(lease.id());
      if (believed.size() > REMEMBERED_REQUESTS) {
        believed.remove(believed.keySet().iterator().next());
      }
    }
  }

  /** Notes a lease that somebody gave to this client; that is told until it is acknowledged. */
  private void learn(String leaseId) {
    if (heardOf.add(leaseId)) {
      received.addLast(leaseId);
      gossip.tell(leaseId);
    }
  }
}
