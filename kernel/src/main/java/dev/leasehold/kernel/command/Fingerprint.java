package dev.leasehold.kernel.command;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.scope.Hashing;
import dev.leasehold.kernel.scope.Scope;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request in 64 bits: tells a retry from another request under the same id. A
 * caller that makes two of its own requests collide deceives nobody but itself.
 */
public final class Fingerprint {

  private static final long MULTIPLIER = 0xD6E8FEB86659FD93L;

  private long value;

  private Fingerprint(String kind) {
    add(kind);
  }

  /** The fingerprint of a request; 0 for one without an id, which has no retries. */
  public static long of(Command.Retryable command) {
    return command.requestId().isEmpty() ? 0 : ofContent(command);
  }

  /** Stored with every request: the words and their order stay as they are. */
  private static long ofContent(Command.Retryable command) {
    return switch (command) {
      case LeaseCommand.Acquire c -> ofAcquire(c);
      case LeaseCommand.Renew c -> of("renew", c.leaseId(), c.ttlNanos());
      case LeaseCommand.Heartbeat c -> of("heartbeat", c.leaseId());
      case LeaseCommand.Release c ->
          of("release", c.leaseId(), c.knownReason().map(Enum::name).orElse(""), c.afterNanos());
      case LeaseCommand.Complete c -> of("complete", c.leaseId(), c.commit());
      case LeaseCommand.Close c -> of("close", c.leaseId());
      case LeaseCommand.Revoke c ->
          c.keepToken()
              ? of("revoke", c.leaseId(), c.reason(), c.noticeNanos(), "keep token")
              : of("revoke", c.leaseId(), c.reason(), c.noticeNanos());
      case BudgetCommand.Handshake c ->
          c.provider().isEmpty()
              ? of("handshake", c.policy(), c.pool(), c.requested(), c.ttlNanos(), c.waitNanos())
              : of(
                  "handshake",
                  c.policy(),
                  c.pool(),
                  c.requested(),
                  c.ttlNanos(),
                  c.waitNanos(),
                  c.provider());
      case LeaseCommand.Advance c -> of("advance", c.leaseId(), c.expectedEpoch());
      case LeaseCommand.Convert c -> of("convert", c.leaseId(), c.mode(), c.waitNanos());
      case LeaseCommand.Transfer c -> of("transfer", c.leaseId(), c.toHolder(), c.note());
      case LeaseCommand.Derive c ->
          of(
              "derive",
              c.parentId(),
              c.holder(),
              c.session(),
              c.scope(),
              c.mode(),
              c.authority(),
              c.budget(),
              c.ttlNanos());
      case LeaseCommand.Ask c -> of("ask", c.leaseId(), c.note());
      case BudgetCommand.Spend c ->
          c.labels().isEmpty()
              ? of("spend", c.leaseId(), c.amounts(), c.note())
              : of("spend", c.leaseId(), c.amounts(), c.note(), c.labels());
      case BudgetCommand.Reserve c ->
          c.labels().isEmpty()
              ? of("reserve", c.leaseId(), c.amounts(), c.timeoutNanos())
              : of("reserve", c.leaseId(), c.amounts(), c.timeoutNanos(), c.labels());
      case BudgetCommand.ReserveFor c -> ofContent(c.reserve());
      case BudgetCommand.Adjust c -> of("adjust", c.leaseId(), c.reservationId(), c.amounts());
      case BudgetCommand.Refresh c -> of("refresh", c.leaseId(), c.requested());
      case ApprovalCommand.RequestMore c ->
          of("request more", c.leaseId(), c.amounts(), c.justification());
      case ApprovalCommand.RequestExtension c ->
          of("request extension", c.leaseId(), c.ttlNanos(), c.justification());
      case PoolCommand.CreatePool c ->
          c.recurrence() == null
              ? of("create pool", c.poolId(), c.amounts())
              : of("create pool", c.poolId(), c.amounts(), c.recurrence());
      case PoolCommand.SetRecurrence c -> of("set recurrence", c.poolId(), c.recurrence());
      case PoolCommand.Deposit c -> of("deposit", c.poolId(), c.amounts(), c.reason());
      case PoolCommand.Withdraw c -> of("withdraw", c.poolId(), c.amounts(), c.reason());
      case PoolCommand.ConfirmPool c -> of("confirm", c.poolId(), c.spent());
    };
  }

  private static long ofAcquire(LeaseCommand.Acquire acquire) {
    Fingerprint fingerprint = new Fingerprint("acquire");
    fingerprint.add(acquire.callersId() ? acquire.leaseId() : "");
    fingerprint.add(acquire.policy());
    fingerprint.add(acquire.space());
    acquire.scope().patternTexts().forEach(fingerprint::add);
    fingerprint.add(acquire.mode().name());
    fingerprint.add(acquire.holder());
    fingerprint.add(acquire.session());
    fingerprint.add(acquire.ttlNanos());
    fingerprint.add(acquire.maxRenewals());
    for (Map.Entry<String, String> label : acquire.labels().entrySet()) {
      fingerprint.add(label.getKey());
      fingerprint.add(label.getValue());
    }
    LeaseCommand.RareTerms options = acquire.rare();
    if (!options.equals(LeaseCommand.RareTerms.NONE)) {
      fingerprint.add(options.waitNanos());
      fingerprint.add(options.priority());
      fingerprint.add(options.heartbeatNanos());
      fingerprint.addPart(options.authority());
      fingerprint.add(options.pool());
      fingerprint.addAmounts(options.budget());
      if (!options.baseCommit().isEmpty()) {
        fingerprint.add(options.baseCommit());
      }
    }
    return fingerprint.value;
  }

  private static long of(String kind, String id, @Nullable Object... content) {
    Fingerprint fingerprint = new Fingerprint(kind);
    fingerprint.add(id);
    for (Object part : content) {
      fingerprint.addPart(part);
    }
    return fingerprint.value;
  }

  public static long ofSettlement(SettledHow how, Amounts spent) {
    return of("settle", how.name(), spent);
  }

  /** The fingerprint of a report that came after its reservation had timed out. */
  public static long ofOverrun(Amounts reported) {
    return of("overrun", "", reported);
  }

  private void addPart(@Nullable Object part) {
    switch (part) {
      case null -> add(-1);
      case Long number -> add(number);
      case Amounts amounts -> addAmounts(amounts);
      case Scope scope -> addAll(scope.patternTexts());
      case Authority authority -> addAuthority(authority);
      case Recurrence recurrence -> {
        add(recurrence.every().name());
        add(recurrence.zone());
        addAmounts(recurrence.amounts());
      }
      case Map<?, ?> labels -> {
        add(labels.size());
        labels.forEach(
            (name, value) -> {
              add(name.toString());
              add(value.toString());
            });
      }
      default -> add(part.toString());
    }
  }

  private void addAmounts(Amounts amounts) {
    add(amounts.asMap().size());
    amounts
        .asMap()
        .forEach(
            (unit, figure) -> {
              add(unit);
              add(figure);
            });
  }

  private void addAuthority(Authority authority) {
    addAll(authority.workIds());
    addAll(authority.tools());
    addAll(authority.namespaces());
  }

  private void addAll(Collection<String> texts) {
    add(texts.size());
    texts.forEach(this::add);
  }

  private void add(String text) {
    add(((long) text.length() << 32) ^ Hashing.of(text));
    add(text.hashCode());
  }

  private void add(long number) {
    value = (value ^ number) * MULTIPLIER;
    value ^= value >>> 32;
  }
}
