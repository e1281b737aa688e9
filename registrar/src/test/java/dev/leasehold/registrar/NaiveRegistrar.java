package dev.leasehold.registrar;

import java.util.ArrayList;
import java.util.List;

/** The registrar's rules once more, by looking at every lease that there ever was. */
final class NaiveRegistrar {

  /** One event, or pruning, out of a small world. */
  record Step(Kind kind, int lease, int work, int actor, int time) {
    enum Kind {
      ISSUE,
      RENEW,
      RELEASE,
      EXPIRE,
      PRUNE
    }

    String leaseId() {
      return "lease-" + lease;
    }

    String workId() {
      return "work-" + work;
    }

    String actorId() {
      return "actor-" + actor;
    }
  }

  static final class Row {
    final String leaseId;
    final String workId;
    final String holder;
    final String registrar;
    long expiresAt;
    int renewals;
    RegistrarState state = RegistrarState.ACTIVE;
    long terminatedAt;
    boolean pruned;

    Row(Step step) {
      leaseId = step.leaseId();
      workId = step.workId();
      holder = "actor-" + (step.time() % 3);
      registrar = step.actorId();
      expiresAt = step.time() + 1;
    }
  }

  final List<Row> rows = new ArrayList<>();

  /** The name of the error, or "Applied". */
  String apply(Step step) {
    Row row = rows.stream().filter(r -> r.leaseId.equals(step.leaseId())).findFirst().orElse(null);
    if (step.kind() == Step.Kind.ISSUE) {
      return issue(step, row);
    }
    if (row == null || row.pruned) {
      return "LeaseNotFound";
    }
    if (row.state != RegistrarState.ACTIVE) {
      return "LeaseAlreadyTerminal";
    }
    boolean release = step.kind() == Step.Kind.RELEASE;
    if (!(release ? row.holder : row.registrar).equals(step.actorId())) {
      return "Unauthorized";
    }
    return release ? end(row, RegistrarState.RELEASED, step.time()) : byRegistrar(step, row);
  }

  private String issue(Step step, Row same) {
    if (same != null) {
      return "LeaseAlreadyExists";
    }
    if (rows.stream()
        .anyMatch(r -> r.workId.equals(step.workId()) && r.state == RegistrarState.ACTIVE)) {
      return "WorkAlreadyLeased";
    }
    rows.add(new Row(step));
    return "Applied";
  }

  private static String byRegistrar(Step step, Row row) {
    if (step.kind() == Step.Kind.EXPIRE) {
      return step.time() < row.expiresAt
          ? "InvalidExpiration"
          : end(row, RegistrarState.EXPIRED, row.expiresAt);
    }
    if (step.time() <= row.expiresAt) {
      return "RenewalDoesNotExtend";
    }
    row.expiresAt = step.time();
    row.renewals++;
    return "Applied";
  }

  private static String end(Row row, RegistrarState state, long terminatedAt) {
    row.state = state;
    row.terminatedAt = terminatedAt;
    return "Applied";
  }

  int pruneBefore(long time) {
    int count = 0;
    for (Row row : rows) {
      if (!row.pruned && row.state != RegistrarState.ACTIVE && row.terminatedAt < time) {
        row.pruned = true;
        count++;
      }
    }
    return count;
  }
}
