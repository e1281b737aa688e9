package dev.leasehold.client;

import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.concurrent.TimeUnit;

/**
 * One request and one reply, for operations of the server that have no method on the client: those
 * of admins, settings, tokens, policies.
 *
 * <pre>{@code
 * ServerCalls.ask(client, LeaseServiceGrpc.getExpireLeasesMethod(), request)
 * }</pre>
 */
public final class ServerCalls {

  /** Admins' operations may concern many leases. */
  private static final long TIMEOUT_SECONDS = 30;

  private ServerCalls() {}

  /**
   * Asks once and waits for the reply, at most 30 seconds.
   *
   * @throws RefusedException if the server refuses
   * @throws OutcomeUnknownException if it does not answer; it may have done what it was asked
   */
  public static <Q, R> R ask(LeaseholdClient client, MethodDescriptor<Q, R> method, Q request) {
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    try {
      return ClientCalls.blockingUnaryCall(client.channel(), method, options, request);
    } catch (StatusRuntimeException e) {
      throw Calls.failure(method, e);
    }
  }
}
