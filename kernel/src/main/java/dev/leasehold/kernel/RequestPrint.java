package dev.leasehold.kernel;

import dev.leasehold.kernel.request.Fingerprint;
import dev.leasehold.kernel.request.Retries;
import org.jspecify.annotations.Nullable;

/**
 * The id and the fingerprint of a request, for those who keep request ids longer than the kernel
 * does. The fingerprint is the one that the command's events carry.
 *
 * @param leaseId the lease that the command names; empty if it is to make one
 */
public record RequestPrint(String leaseId, String requestId, long fingerprint) {

  /** The print of a command that makes a lease, or changes one without moving money; else null. */
  public static @Nullable RequestPrint of(Command command) {
    return switch (command) {
      case Command.Acquire c -> new RequestPrint("", c.requestId(), Fingerprint.of(c));
      case Command.Renew c -> new RequestPrint(c.leaseId(), c.requestId(), Fingerprint.of(c));
      case Command.Heartbeat c -> change("heartbeat", c.leaseId(), c.requestId());
      case Command.Release c ->
          change("release", c.leaseId(), c.requestId(), reason(c), c.afterNanos());
      case Command.Complete c -> change("complete", c.leaseId(), c.requestId(), c.commit());
      case Command.Close c -> change("close", c.leaseId(), c.requestId());
      case Command.Revoke c ->
          change("revoke", c.leaseId(), c.requestId(), c.reason(), c.noticeNanos());
      case Command.Advance c -> change("advance", c.leaseId(), c.requestId(), c.expectedEpoch());
      case Command.Convert c ->
          change("convert", c.leaseId(), c.requestId(), c.mode(), c.waitNanos());
      case Command.Transfer c ->
          change("transfer", c.leaseId(), c.requestId(), c.toHolder(), c.note());
      case Command.Derive c ->
          change(
              "derive",
              c.parentId(),
              c.requestId(),
              c.holder(),
              c.session(),
              c.scope(),
              c.mode(),
              c.authority(),
              c.budget(),
              c.ttlNanos());
      default -> null;
    };
  }

  private static RequestPrint change(
      String kind, String leaseId, String requestId, @Nullable Object... content) {
    return new RequestPrint(leaseId, requestId, Fingerprint.of(kind, leaseId, content));
  }

  private static String reason(Command.Release release) {
    return release.reason().isEmpty()
        ? ReleaseReason.VOLUNTARY.name()
        : ReleaseReason.parse(release.reason()).map(Enum::name).orElse("");
  }

  /** The refusal of the same id with another body. */
  public static Refusal usedBefore() {
    return Retries.usedBefore();
  }
}
