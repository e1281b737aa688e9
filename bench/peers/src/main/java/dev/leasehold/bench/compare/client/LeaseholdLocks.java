package dev.leasehold.bench.compare.client;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.client.LeaseholdClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Leasehold's Java client with its futures, on one stream. Every request has an id, so that a retry
 * is safe; the server keeps each lease's history.
 */
final class LeaseholdLocks implements AsynchronousClient<Lease> {

  private static final String SPACE = "compare";

  /** Longer than any run. */
  private static final long WAIT_SECONDS = 600;

  private final LeaseholdClient client;
  private final AcquireRequest prototype;

  LeaseholdLocks(Target target, String policy) {
    this.client = LeaseholdClient.connect(target.address(), target.token());
    this.prototype = AcquireRequest.newBuilder().setSpace(SPACE).setPolicy(policy).build();
  }

  @Override
  public CompletableFuture<Lease> acquire(String resource) {
    String path = "/" + resource;
    return client
        .async()
        .acquire(prototype.toBuilder().addPaths(path).build())
        .thenApply(
            lease -> {
              WrongReplyException.unless(
                  lease.getState() == Lease.State.ACTIVE
                      && lease.getFencingToken() > 0
                      && lease.getScopeCount() == 1
                      && lease.getScope(0).equals(path),
                  "an acquire of " + path,
                  lease);
              return lease;
            });
  }

  @Override
  public CompletableFuture<?> release(Lease grant) {
    return client
        .async()
        .release(ReleaseLeaseRequest.newBuilder().setLeaseId(grant.getLeaseId()).build())
        .thenAccept(
            lease ->
                WrongReplyException.unless(
                    lease.getState() == Lease.State.RELEASED
                        && lease.getLeaseId().equals(grant.getLeaseId()),
                    "a release of " + grant.getLeaseId(),
                    lease));
  }

  @Override
  public CompletableFuture<?> renew(Lease grant) {
    return client
        .async()
        .renew(RenewLeaseRequest.newBuilder().setLeaseId(grant.getLeaseId()).build())
        .thenAccept(
            lease ->
                WrongReplyException.unless(
                    lease.getState() == Lease.State.ACTIVE
                        && lease.getRenewalCount() > 0
                        && lease.getLeaseId().equals(grant.getLeaseId()),
                    "a renewal of " + grant.getLeaseId(),
                    lease));
  }

  /** Those who wait share the stream and differ by their session. */
  @Override
  public ContendedLock contended(int contenders) {
    AtomicReferenceArray<Lease> held = new AtomicReferenceArray<>(contenders);
    AcquireRequest request =
        prototype.toBuilder()
            .addPaths("/contended")
            .setWait(com.google.protobuf.Duration.newBuilder().setSeconds(WAIT_SECONDS))
            .build();
    return new ContendedLock() {
      @Override
      public void lock(int contender) {
        Lease lease = client.acquire(request.toBuilder().setSession("c" + contender).build());
        WrongReplyException.unless(
            lease.getState() == Lease.State.ACTIVE, "an acquire that waits", lease);
        held.set(contender, lease);
      }

      @Override
      public void unlock(int contender) {
        String id = held.get(contender).getLeaseId();
        Lease lease = client.release(ReleaseLeaseRequest.newBuilder().setLeaseId(id).build());
        WrongReplyException.unless(
            lease.getState() == Lease.State.RELEASED, "a release of " + id, lease);
      }
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
