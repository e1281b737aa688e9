package dev.leasehold.client;

import dev.leasehold.api.v1.AcknowledgeNoticesRequest;
import dev.leasehold.api.v1.AcknowledgeNoticesResponse;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.AdjustReservationRequest;
import dev.leasehold.api.v1.AdvanceLeaseRequest;
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
import dev.leasehold.api.v1.HistoryServiceGrpc;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.ProofServiceGrpc;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.RequestExtensionRequest;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of {@link LeaseholdClient} with futures.
 *
 * <p>A future fails with a {@link LeaseholdException}. Whatever depends on it runs on the client's
 * one thread for replies, so it must be quick and must not block: use the {@code Async} methods of
 * the future for more. With {@link ClientOptions.Builder#maxUnanswered} requests unanswered a call
 * blocks until there is room, for at most the request's time-out; a call from a reply's dependents
 * never blocks.
 */
public final class AsyncLeases {

  private final RequestSender requests;
  private final Calls calls;

  AsyncLeases(RequestSender requests, Calls calls) {
    this.requests = requests;
    this.calls = calls;
  }

  /**
   * Takes a lease, after its wait if it has one. To cancel the future is to give up: a lease that
   * is waited for, or is granted all the same, is released.
   */
  public CompletableFuture<Lease> acquire(AcquireRequest request) {
    return requests.acquire(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> get(GetLeaseRequest request) {
    return requests.get(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> renew(RenewLeaseRequest request) {
    return requests.renew(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> heartbeat(HeartbeatLeaseRequest request) {
    return requests.heartbeat(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> validate(ValidateLeaseRequest request) {
    return requests.validate(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> advance(AdvanceLeaseRequest request) {
    return requests.advance(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> requestExtension(RequestExtensionRequest request) {
    return requests.requestExtension(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> transfer(TransferLeaseRequest request) {
    return requests.transfer(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> convert(ConvertLeaseRequest request) {
    return requests.convert(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> derive(DeriveLeaseRequest request) {
    return requests.derive(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> release(ReleaseLeaseRequest request) {
    return requests.release(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> complete(CompleteLeaseRequest request) {
    return requests.complete(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> close(CloseLeaseRequest request) {
    return requests.close(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> revoke(RevokeLeaseRequest request) {
    return requests.revoke(request).result(StreamReply::getLease);
  }

  public CompletableFuture<CheckPathResponse> check(CheckPathRequest request) {
    return requests.check(request).result(StreamReply::getCheck);
  }

  public CompletableFuture<AcknowledgeNoticesResponse> acknowledge(
      AcknowledgeNoticesRequest request) {
    return requests.acknowledge(request).result(StreamReply::getAcknowledged);
  }

  /** Gets the caller's right to spend, and an IP token that is good for it alone. */
  public CompletableFuture<HandshakeResponse> handshake(HandshakeRequest request) {
    return requests.handshake(request).result(StreamReply::getHandshake);
  }

  public CompletableFuture<Lease> spend(SpendRequest request) {
    return requests.spend(request).result(StreamReply::getLease);
  }

  /** The id of the request, generated unless given, becomes that of the reservation. */
  public CompletableFuture<Lease> reserve(ReserveRequest request) {
    return requests.reserve(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> settle(SettleRequest request) {
    return requests.settle(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> cancel(CancelReservationRequest request) {
    return requests.cancel(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> adjust(AdjustReservationRequest request) {
    return requests.adjust(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Lease> refresh(RefreshLeaseRequest request) {
    return requests.refresh(request).result(StreamReply::getLease);
  }

  public CompletableFuture<Pool> getPool(GetPoolRequest request) {
    return requests.getPool(request).result(StreamReply::getPool);
  }

  public CompletableFuture<ListLeasesResponse> list(ListLeasesRequest request) {
    return calls.read(LeaseServiceGrpc.getListLeasesMethod(), request);
  }

  public CompletableFuture<History> history(GetHistoryRequest request) {
    return calls.read(HistoryServiceGrpc.getGetHistoryMethod(), request);
  }

  public CompletableFuture<Certificate> certificate(GetCertificateRequest request) {
    return calls.read(ProofServiceGrpc.getGetCertificateMethod(), request);
  }
}
