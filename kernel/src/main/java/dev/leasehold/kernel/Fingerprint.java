package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Hashing;
import java.util.Map;

/**
 * What a request says, in 64 bits: tells a retry from another request under the same id. A caller
 * that makes two of its own requests collide deceives nobody but itself.
 */
final class Fingerprint {

  private static final long MULTIPLIER = 0xD6E8FEB86659FD93L;

  private long value;

  private Fingerprint(String kind) {
    add(kind);
  }

  static long of(Command.Acquire acquire) {
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
    return print.value;
  }

  static long of(Command.Renew renew) {
    Fingerprint print = new Fingerprint("renew");
    print.add(renew.leaseId());
    print.add(renew.ttlNanos());
    return print.value;
  }

  /** Of a command that ends a lease. */
  static long ofEnding(String kind, String leaseId, String reason) {
    Fingerprint print = new Fingerprint(kind);
    print.add(leaseId);
    print.add(reason);
    return print.value;
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
