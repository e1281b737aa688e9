package dev.leasehold.client;

import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AcknowledgeNoticesResponse;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.AskLeaseRequest;
import dev.leasehold.api.v1.CancelReservationRequest;
import dev.leasehold.api.v1.Certificate;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.CloseLeaseRequest;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.GetCertificateRequest;
import dev.leasehold.api.v1.GetHistoryRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.History;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RequestExtensionRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import io.grpc.Channel;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Takes, keeps and ends leases of one server. Safe for threads; a program needs one.
 *
 * <pre>{@code
 * try (LeaseholdClient client = LeaseholdClient.connect("127.0.0.1:7420", token);
 *     HeldLease lease = client.lease("repo-a").path("/src/api").hold()) {
 *   lease.onLost(loss -> stopWorking(loss.text()));
 *   ...
 *   lease.ensureHeld();
 *   write(lease.fencingToken());
 * }
 * }</pre>
 *
 * <p>Requests and answers are the messages of the wire, in {@code dev.leasehold.api.v1}. The calls
 * here block; {@link #async} has the same ones with futures. All of them share one stream: what
 * queues up while a batch is on its way becomes the next batch.
 *
 * <p>When a connection breaks, what was unanswered is sent again on the next one with the same
 * request id, so that nothing is done twice, until the request's time-out is over. Requests that
 * were given no id get one.
 *
 * <p>A call fails with one of the kinds of {@link LeaseholdException}: refused, not sent, or not
 * answered in time. A program that must know which of them it was catches that kind.
 */
public final class LeaseholdClient implements AutoCloseable {

  private final Connection connection;
  private final AsyncLeases async;

  LeaseholdClient(Connection connection) {
    this.connection = connection;
    this.async = new AsyncLeases(connection.requests(), connection.calls());
  }

  /**
   * Connects with all defaults. The server need not be there yet: the first request waits for it.
   *
   * @param address {@code host:port} or a URL
   * @param token the secret that the server has issued to this program
   */
  public static LeaseholdClient connect(String address, String token) {
    return connect(ClientOptions.builder().address(address).token(token).build());
  }

  /** Connects as the options say. The server need not be there yet. */
  public static LeaseholdClient connect(ClientOptions options) {
    return new LeaseholdClient(Connection.open(options));
  }

  /**
   * Uses a channel that the caller has made, and leaves it open when closed. Of the options those
   * about the address and TLS are not looked at.
   */
  public static LeaseholdClient over(Channel channel, ClientOptions options) {
    return new LeaseholdClient(Connection.over(channel, options, new SystemTiming()));
  }

  /** Begins to ask for a lease in a space. */
  public Acquisition lease(String space) {
    return lease(AcquireRequest.newBuilder().setSpace(space).build());
  }

  /** Begins with a request that is already there. */
  public Acquisition lease(AcquireRequest request) {
    return new Acquisition(this, request, connection.options().renewalFraction);
  }

  /** Takes a lease and keeps it until it is closed or lost. */
  public HeldLease hold(AcquireRequest request) {
    return lease(request).hold();
  }

  /**
   * Keeps a lease that the caller has already: acquired, derived, or received from another. Its
   * state is asked for first.
   *
   * @throws LeaseLostException if it is not active
   */
  public HeldLease keep(String leaseId) {
    return await(keepAsync(leaseId));
  }

  public CompletableFuture<HeldLease> keepAsync(String leaseId) {
    return connection.holdings().keep(leaseId, connection.options().renewalFraction);
  }

  /** The calls of this client in a form that does not block. */
  public AsyncLeases async() {
    return async;
  }

  /**
   * Takes a lease and leaves its keeping to the caller. With a {@code wait} it blocks until the
   * turn has come or the wait is over.
   */
  public Lease acquire(AcquireRequest request) {
    return await(async.acquire(request));
  }

  public Lease get(String leaseId) {
    return await(async.get(GetLeaseRequest.newBuilder().setLeaseId(leaseId).build()));
  }

  public Lease get(GetLeaseRequest request) {
    return await(async.get(request));
  }

  public Lease renew(RenewLeaseRequest request) {
    return await(async.renew(request));
  }

  public Lease heartbeat(HeartbeatLeaseRequest request) {
    return await(async.heartbeat(request));
  }

  /** Asks the server whether something may be done under a lease; refused if not. */
  public Lease validate(ValidateLeaseRequest request) {
    return await(async.validate(request));
  }

  public Lease advance(AdvanceLeaseRequest request) {
    return await(async.advance(request));
  }

  /**
   * Asks admins for more time than a lease has, where its policy allows that; {@code
   * getExtensionRequestId} of the reply names the request. A notice tells what they decide.
   */
  public Lease requestExtension(RequestExtensionRequest request) {
    return await(async.requestExtension(request));
  }

  /** Hands a lease on; yields the new holder's. */
  public Lease transfer(TransferLeaseRequest request) {
    return await(async.transfer(request));
  }

  /**
   * Asks the holder of another's lease for it; the holder is told by a notice. Each may ask for a
   * lease once a minute.
   */
  public Lease ask(String leaseId, String note) {
    AskLeaseRequest request =
        AskLeaseRequest.newBuilder().setLeaseId(leaseId).setNote(note).build();
    return ServerCalls.ask(this, LeaseServiceGrpc.getAskLeaseMethod(), request);
  }

  public Lease convert(ConvertLeaseRequest request) {
    return await(async.convert(request));
  }

  /** Gives a part of a lease to another; yields the part. */
  public Lease derive(DeriveLeaseRequest request) {
    return await(async.derive(request));
  }

  public Lease release(ReleaseLeaseRequest request) {
    return await(async.release(request));
  }

  public Lease complete(CompleteLeaseRequest request) {
    return await(async.complete(request));
  }

  public Lease close(CloseLeaseRequest request) {
    return await(async.close(request));
  }

  /** An admin takes a lease away. */
  public Lease revoke(RevokeLeaseRequest request) {
    return await(async.revoke(request));
  }

  public CheckPathResponse check(CheckPathRequest request) {
    return await(async.check(request));
  }

  /** Notices that went to a listener of {@link #onNotice} are acknowledged by themselves. */
  public AcknowledgeNoticesResponse acknowledge(AcknowledgeNoticesRequest request) {
    return await(async.acknowledge(request));
  }

  /**
   * Gets the caller's right to spend, and an IP token that is good for it alone: for a runtime that
   * is to reserve, spend, settle and cancel, and nothing else.
   */
  public HandshakeResponse handshake(HandshakeRequest request) {
    return await(async.handshake(request));
  }

  public Lease spend(SpendRequest request) {
    return await(async.spend(request));
  }

  public Lease reserve(ReserveRequest request) {
    return await(async.reserve(request));
  }

  public Lease settle(SettleRequest request) {
    return await(async.settle(request));
  }

  public Lease cancel(CancelReservationRequest request) {
    return await(async.cancel(request));
  }

  public Lease adjust(AdjustReservationRequest request) {
    return await(async.adjust(request));
  }

  public Lease refresh(RefreshLeaseRequest request) {
    return await(async.refresh(request));
  }

  public Pool getPool(GetPoolRequest request) {
    return await(async.getPool(request));
  }

  public ListLeasesResponse list(ListLeasesRequest request) {
    return await(async.list(request));
  }

  public History history(GetHistoryRequest request) {
    return await(async.history(request));
  }

  public Certificate certificate(GetCertificateRequest request) {
    return await(async.certificate(request));
  }

  /**
   * Calls the listener for each notice that the server has for this caller: reminders, announced
   * and unexpected ends, leases received. Each goes to the listener once, on its own thread, and is
   * acknowledged when all listeners have returned from it; if one throws, it is left for the
   * caller's next client.
   *
   * <p>Notices come with replies: a client that asks for nothing and holds nothing hears nothing.
   */
  public void onNotice(Consumer<Notice> listener) {
    connection.notices().listen(listener);
  }

  /**
   * The channel with the token on every call, for what has no method here: {@code
   * TokenServiceGrpc.newBlockingStub(client.channel())}.
   */
  public Channel channel() {
    return connection.channel();
  }

  /**
   * Releases what is held, for at most a request's time-out, and ends the connection. Listeners of
   * leases that were still held are told {@link Loss.Cause#CLIENT_CLOSED}. In a dependent of a
   * future of this client it returns at once, and the rest follows.
   */
  @Override
  public void close() {
    connection.close();
  }

  HeldLeases holding() {
    return connection.holdings();
  }

  <T> T await(CompletableFuture<T> answer) {
    return Connection.await(answer);
  }
}
