package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Command;
import java.util.Locale;

/** Request ids and bodies, as whoever sends them sees them. */
final class Requests {

  private Requests() {}

  static String idOf(Command command) {
    return switch (command) {
      case Command.Acquire c -> c.requestId();
      case Command.Renew c -> c.requestId();
      case Command.Release c -> c.requestId();
      case Command.Complete c -> c.requestId();
      case Command.Close c -> c.requestId();
      case Command.Revoke c -> c.requestId();
      default -> "";
    };
  }

  /** Whether two requests ask for the same; a generated lease id is not part of what is asked. */
  static boolean sameBody(Command one, Command other) {
    if (one instanceof Command.Acquire a && other instanceof Command.Acquire b) {
      return withoutGeneratedId(a).equals(withoutGeneratedId(b));
    }
    if (one instanceof Command.Release a && other instanceof Command.Release b) {
      return a.leaseId().equals(b.leaseId()) && reason(a).equals(reason(b));
    }
    return one.equals(other);
  }

  private static Command withoutGeneratedId(Command.Acquire acquire) {
    return acquire.callersId() ? acquire : withId(acquire, "");
  }

  private static String reason(Command.Release release) {
    return release.reason().isEmpty() ? "VOLUNTARY" : release.reason().toUpperCase(Locale.ROOT);
  }

  static Command.Acquire withId(Command.Acquire acquire, String id) {
    return new Command.Acquire(
        id,
        acquire.callersId(),
        acquire.policy(),
        acquire.space(),
        acquire.scope(),
        acquire.mode(),
        acquire.holder(),
        acquire.session(),
        acquire.ttlNanos(),
        acquire.maxRenewals(),
        acquire.labels(),
        acquire.requestId());
  }
}
