package dev.leasehold.node;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;

/** Acquires of one exclusive path, as commands to the kernel. */
public final class Acquires {

  private Acquires() {}

  /** Under a generated id, with nothing but what is given. */
  public static LeaseCommand.Acquire file(String id, String path, String holder, long ttlNanos) {
    return acquire(id, path, holder, ttlNanos, "");
  }

  public static LeaseCommand.Acquire ofAnn(String id, String path, String requestId) {
    return acquire(id, path, "ann", 0, requestId);
  }

  private static LeaseCommand.Acquire acquire(
      String id, String path, String holder, long ttlNanos, String requestId) {
    return new LeaseCommand.Acquire(
        id,
        false,
        "file",
        "repo",
        plain(path),
        Mode.EXCLUSIVE,
        holder,
        "",
        ttlNanos,
        LeaseCommand.UNSET,
        Map.of(),
        requestId,
        LeaseCommand.RareTerms.NONE);
  }

  /** The same in another space. */
  public static LeaseCommand.Acquire in(String space, LeaseCommand.Acquire acquire) {
    return new LeaseCommand.Acquire(
        acquire.leaseId(),
        acquire.callersId(),
        acquire.policy(),
        space,
        acquire.scope(),
        acquire.mode(),
        acquire.holder(),
        acquire.session(),
        acquire.ttlNanos(),
        acquire.maxRenewals(),
        acquire.labels(),
        acquire.requestId(),
        LeaseCommand.RareTerms.NONE);
  }

  /** Under an id of the caller's choice. */
  public static LeaseCommand.Acquire ofAnnAs(String id, String path) {
    return new LeaseCommand.Acquire(
        id,
        true,
        "work",
        "s",
        plain(path),
        Mode.EXCLUSIVE,
        "ann",
        "",
        0,
        LeaseCommand.UNSET,
        Map.of(),
        "",
        LeaseCommand.RareTerms.NONE);
  }

  private static Scope plain(String path) {
    return ((Scope.Parsed.Valid) Scope.parse(List.of(), List.of(path))).scope();
  }
}
