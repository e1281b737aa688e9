package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.nanos;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.operation.codec.MalformedInput;
import java.util.List;
import java.util.Map;

/** Values of requests as the kernel has them. */
final class WireValues {

  private WireValues() {}

  static Amounts amounts(String field, Map<String, Long> byUnit) throws MalformedInput {
    for (Map.Entry<String, Long> unit : byUnit.entrySet()) {
      if (unit.getValue() < 0) {
        throw MalformedInput.of(field + "." + unit.getKey(), "an amount must not be negative");
      }
    }
    return Amounts.of(byUnit);
  }

  static Scope scope(List<String> patterns, List<String> paths) throws MalformedInput {
    return switch (Scope.parse(patterns, paths)) {
      case Scope.Parsed.Valid valid -> valid.scope();
      case Scope.Parsed.Invalid invalid ->
          throw MalformedInput.of(invalid.field(), invalid.detail());
    };
  }

  static Authority authority(dev.leasehold.api.v1.Authority lists) {
    return Authority.of(lists.getWorkIdsList(), lists.getToolsList(), lists.getNamespacesList());
  }

  /** The mode that was given; exclusive if none was. */
  static Mode mode(Lease.Mode mode) {
    return mode == Lease.Mode.SHARED ? Mode.SHARED : Mode.EXCLUSIVE;
  }

  /** The nanoseconds of a duration, for fields where 0 means that none was given. */
  static long nanosOrUnset(boolean given, Duration duration) {
    return given ? nanos(duration) : 0;
  }

  /** The kernel's own mark for a figure that was not given is no figure to give. */
  static int count(int given) {
    return given == LeaseCommand.UNSET ? LeaseCommand.UNSET + 1 : given;
  }

  /** As with {@link #count}, a given epoch is never the kernel's mark for one not given. */
  static long epoch(boolean given, long epoch) {
    if (!given) {
      return LeaseQuery.NO_EPOCH;
    }
    return epoch == LeaseQuery.NO_EPOCH ? LeaseQuery.NO_EPOCH - 1 : epoch;
  }

  static String orElse(String text, String whenEmpty) {
    return text.isEmpty() ? whenEmpty : text;
  }
}
