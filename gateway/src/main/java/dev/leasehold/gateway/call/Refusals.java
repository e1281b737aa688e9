package dev.leasehold.gateway.call;

import com.linecorp.armeria.client.ResponseTimeoutException;
import com.linecorp.armeria.client.UnprocessedRequestException;
import com.linecorp.armeria.common.ContentTooLargeException;
import dev.leasehold.api.AmountText;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.meter.UnknownModelException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns failures into what a client is told. */
final class Refusals {

  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private Refusals() {}

  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  static ApiError of(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof ApiError error) {
      return error;
    }
    if (cause instanceof RefusedException refused) {
      return of(refused);
    }
    if (cause instanceof LeaseholdException) {
      LOG.warn("Leasehold does not answer: {}", cause.getMessage());
      return new ApiError(
          ApiError.Kind.NO_SERVER, "the budget cannot be asked for now, so nothing is spent");
    }
    if (cause instanceof UnknownModelException unknown) {
      LOG.warn("{}", unknown.getMessage());
      return new ApiError(
          ApiError.Kind.UNKNOWN_MODEL,
          "the gateway's table of prices has no model " + unknown.model());
    }
    if (cause instanceof ContentTooLargeException) {
      return new ApiError(ApiError.Kind.TOO_LARGE, "the request is too large for this gateway");
    }
    if (cause instanceof ArithmeticException) {
      return new ApiError(ApiError.Kind.INVALID, "a limit in the request is too large to count");
    }
    LOG.error("a call has failed", cause);
    return new ApiError(ApiError.Kind.BAD_PROVIDER, "the gateway has failed");
  }

  private static ApiError of(RefusedException refused) {
    return switch (refused.code()) {
      case "INSUFFICIENT_BUDGET", "BUDGET_EXHAUSTED" ->
          noBudget("the budget cannot carry this call", refused.problem().getRestMap());
      case "LEASE_EXPIRED" -> noBudget("the budget's time or money is up; refresh it", Map.of());
      case "FORBIDDEN",
          "LEASE_REVOKED",
          "LEASE_ALREADY_TERMINAL",
          "LEASE_NOT_FOUND",
          "LEASE_VIOLATION" ->
          new ApiError(
              ApiError.Kind.NOT_ADMITTED, "the budget of this token has ended: " + said(refused));
      case "QUOTA_EXCEEDED" ->
          new ApiError(ApiError.Kind.BUSY, "too many calls of this budget are under way");
      case "UNAUTHENTICATED", "UNAVAILABLE", "NOT_LEADER", "UNIMPLEMENTED" -> {
        LOG.warn("Leasehold refuses the gateway: {}", refused.getMessage());
        yield new ApiError(
            ApiError.Kind.NO_SERVER, "the budget cannot be asked for now, so nothing is spent");
      }
      default -> {
        LOG.warn("Leasehold refuses a reservation: {}", refused.getMessage());
        yield new ApiError(ApiError.Kind.FORBIDDEN, said(refused));
      }
    };
  }

  private static String said(RefusedException refused) {
    return refused.problem().getDetail();
  }

  private static ApiError noBudget(String sentence, Map<String, Long> left) {
    Map<String, Long> sorted = new TreeMap<>(left);
    return new ApiError(
        ApiError.Kind.NO_BUDGET,
        sorted.isEmpty() ? sentence : sentence + "; left are " + AmountText.of(sorted),
        sorted);
  }

  /** Whether the provider has certainly not begun with the call. */
  static boolean isUnsent(Throwable failure) {
    return cause(failure) instanceof UnprocessedRequestException;
  }

  static boolean isTimeout(Throwable failure) {
    return cause(failure) instanceof ResponseTimeoutException;
  }
}
