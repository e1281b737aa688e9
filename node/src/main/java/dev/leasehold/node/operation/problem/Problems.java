package dev.leasehold.node.operation.problem;

import com.google.protobuf.Timestamp;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.authorise.DeadToken;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.sequence.NoRoomException;
import dev.leasehold.node.sequence.OverloadedException;
import dev.leasehold.node.sequence.StoppedException;
import dev.leasehold.node.sequence.forgotten.TablesBehindException;
import dev.leasehold.node.tables.query.HistoryPrunedException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The problems that the wire itself finds; the kernel's refusals are translated elsewhere. */
public final class Problems {

  /** A field's name may be the caller's own text: enough of it to be recognised. */
  private static final int MAX_FIELD_LENGTH = 200;

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  public static Problem of(ProblemCode code, String detail) {
    return of(code, "", detail);
  }

  public static Problem of(ProblemCode code, String field, String detail) {
    return Problem.newBuilder()
        .setStatus(code.httpStatus())
        .setCode(code.name())
        .setTitle(code.title())
        .setDetail(wellFormed(detail))
        .setField(wellFormed(field))
        .build();
  }

  /** Text that was cut may end in half a character, which JSON cannot hold. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  public static Problem invalid(String field, String detail) {
    return of(ProblemCode.INVALID_INPUT, field, detail);
  }

  public static Problem malformed(MalformedInput input) {
    String field = input.field();
    if (field.length() > MAX_FIELD_LENGTH) {
      field = field.substring(0, MAX_FIELD_LENGTH);
    }
    ProblemCode code =
        Lease.State.getDescriptor().equals(input.unknownValueOf())
            ? ProblemCode.INVALID_LEASE_STATE
            : ProblemCode.INVALID_INPUT;
    return of(code, field, field + ": " + input.detail());
  }

  public static Problem of(AccessDecision.Refused refused) {
    return switch (refused) {
      case AccessDecision.Unauthenticated none -> unauthenticated(none.dead());
      case AccessDecision.Forbidden forbidden -> forbidden(forbidden.caller());
    };
  }

  /**
   * @param dead how the token that was shown came to its end, if that is known; else null
   */
  public static Problem unauthenticated(@Nullable DeadToken dead) {
    if (dead == null) {
      return of(
          ProblemCode.UNAUTHENTICATED,
          "send a valid token in the header Authorization: Bearer <token>");
    }
    long second = Math.floorDiv(dead.wallNanos(), Limits.SECOND);
    return of(ProblemCode.UNAUTHENTICATED, dead.detail()).toBuilder()
        .setReason(dead.reason())
        .setLeaseId(dead.leaseId())
        .setTerminatedAt(Timestamp.newBuilder().setSeconds(second))
        .build();
  }

  private static Problem forbidden(Caller caller) {
    return of(
        ProblemCode.FORBIDDEN,
        caller.isForOneLease()
            ? "this token is for lease "
                + caller.leaseId()
                + " alone, to reserve, spend, settle, cancel and look at it"
            : "a token with the role "
                + caller.role().name().toLowerCase(Locale.ROOT)
                + " does not allow this operation");
  }

  /**
   * Words a failure that kept a request from its outcome. An unforeseen one is logged and not told.
   */
  public static Problem ofFailure(Throwable failure) {
    return switch (failure) {
      case CompletionException wrapper when wrapper.getCause() != null ->
          ofFailure(wrapper.getCause());
      case OverloadedException overloaded -> of(ProblemCode.UNAVAILABLE, messageOf(overloaded));
      case NoRoomException full -> of(ProblemCode.UNAVAILABLE, messageOf(full));
      case TablesBehindException behind -> of(ProblemCode.UNAVAILABLE, messageOf(behind));
      case HistoryPrunedException pruned -> of(ProblemCode.HISTORY_PRUNED, messageOf(pruned));
      case StoppedException stopped -> of(ProblemCode.UNAVAILABLE, messageOf(stopped));
      default -> {
        LOG.error("a request failed", failure);
        yield of(ProblemCode.INTERNAL, "the server failed and its log says why");
      }
    };
  }

  private static String messageOf(RuntimeException failure) {
    return Objects.requireNonNull(failure.getMessage());
  }
}
