package dev.leasehold.kernel.request;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Authority;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.SettledHow;
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

  public static long of(Command.Acquire acquire) {
    Fingerprint print = new Fingerprint("acquire");
    print.add(acquire.callersId() ? acquire.leaseId() : "");
    print.add(acquire.policy());
    print.add(acquire.space());
    acquire.scope().patternTexts().forEach(print::add);
    print.add(acquire.mode().name());
    print.add(acquire.holder());
    print.add(acquire.session());
    print.add(acquire.ttlNanos());
    print.add(acquire.maxRenewals());
    for (Map.Entry<String, String> label : acquire.labels().entrySet()) {
      print.add(label.getKey());
      print.add(label.getValue());
    }
    Command.RareTerms options = acquire.rare();
    if (!options.equals(Command.RareTerms.NONE)) {
      print.add(options.waitNanos());
      print.add(options.priority());
      print.add(options.heartbeatNanos());
      print.addPart(options.authority());
      print.add(options.pool());
      print.addAmounts(options.budget());
    }
    return print.value;
  }

  public static long of(Command.Renew renew) {
    Fingerprint print = new Fingerprint("renew");
    print.add(renew.leaseId());
    print.add(renew.ttlNanos());
    return print.value;
  }

  /** The fingerprint of a command on one lease or pool, with its other content. */
  public static long of(String kind, String id, @Nullable Object... content) {
    Fingerprint print = new Fingerprint(kind);
    print.add(id);
    for (Object part : content) {
      print.addPart(part);
    }
    return print.value;
  }

  public static long ofSettlement(SettledHow how, Amounts spent) {
    return of("settle", how.name(), spent);
  }

  private void addPart(@Nullable Object part) {
    switch (part) {
      case null -> add(-1);
      case Long number -> add(number);
      case Amounts amounts -> addAmounts(amounts);
      case Scope scope -> addAll(scope.patternTexts());
      case Authority authority -> addAuthority(authority);
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
