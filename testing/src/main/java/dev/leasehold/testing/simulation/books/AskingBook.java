package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.simulation.audit.AuditFailure;
import dev.leasehold.testing.simulation.audit.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests for more that are remembered, with their leases. */
public final class AskingBook {

  /** Requests of one lease that are remembered. */
  private static final int MOST_OF_ONE = 20;

  private final TreeMap<Long, AskedMore> byId = new TreeMap<>();

  public @Nullable AskedMore find(String id) {
    return id.matches("[0-9]{1,18}") ? byId.get(Long.valueOf(id)) : null;
  }

  public List<AskedMore> open() {
    return byId.values().stream().filter(AskedMore::isOpen).toList();
  }

  public long openOf(Entry entry) {
    return open().stream().filter(asked -> asked.entry == entry).count();
  }

  public long openOfHolder(Entry entry) {
    return open().stream().filter(asked -> asked.entry.holder().equals(entry.holder())).count();
  }

  void asked(Entry entry, ApprovalEvent.MoreRequested e) {
    add(entry, new AskedMore(e.position(), entry, Units.of(e.amounts()), 0));
  }

  void asked(Entry entry, ApprovalEvent.ExtensionRequested e) {
    add(entry, new AskedMore(e.position(), entry, Units.none(), e.ttlNanos()));
  }

  private void add(Entry entry, AskedMore asked) {
    byId.put(asked.id, asked);
    List<AskedMore> own =
        new ArrayList<>(byId.values().stream().filter(each -> each.entry == entry).toList());
    if (own.size() > MOST_OF_ONE) {
      own.stream()
          .filter(each -> !each.isOpen())
          .findFirst()
          .ifPresent(oldest -> byId.remove(oldest.id));
    }
  }

  void extended(ApprovalEvent.ExtensionApproved e) {
    decided(e.requested(), "APPROVED", e.by(), e.reason(), e).grantedNanos = e.ttlNanos();
  }

  AskedMore decided(long id, String decision, String by, String reason, Event e) {
    AskedMore asked = byId.get(id);
    if (asked == null) {
      throw new AuditFailure(Invariant.NO_CHANGE_WITHOUT_CAUSE, e + " of no request");
    }
    asked.decision = decision;
    asked.by = by;
    asked.reason = reason;
    return asked;
  }

  void forget(Entry entry) {
    byId.values().removeIf(asked -> asked.entry == entry);
  }
}
