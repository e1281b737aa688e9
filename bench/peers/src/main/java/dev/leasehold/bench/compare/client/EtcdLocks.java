package dev.leasehold.bench.compare.client;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Lock;
import io.etcd.jetcd.kv.DeleteResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.support.CloseableClient;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * etcd through jetcd: a transaction that puts the key if there is none, bound to the session's
 * lease, and a delete. The session's lease is granted once and kept alive meanwhile, as clients
 * with sessions do; a lease for each lock would add two writes to each cycle.
 */
final class EtcdLocks implements AsynchronousClient<ByteSequence> {

  private static final long SESSION_SECONDS = 60;
  private static final ByteSequence HOLDER = bytes("holder");

  private final Client client;
  private final KV keys;
  private final List<CloseableClient> sessions = new ArrayList<>();
  private final PutOption ofSession;

  EtcdLocks(Target target) throws Exception {
    this.client = Client.builder().endpoints(target.address()).build();
    this.keys = client.getKVClient();
    this.ofSession = PutOption.builder().withLeaseId(session()).build();
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  private long session() throws Exception {
    long id = client.getLeaseClient().grant(SESSION_SECONDS).get().getID();
    sessions.add(
        client
            .getLeaseClient()
            .keepAlive(
                id,
                new StreamObserver<>() {
                  @Override
                  public void onNext(LeaseKeepAliveResponse response) {}

                  @Override
                  public void onError(Throwable failure) {}

                  @Override
                  public void onCompleted() {}
                }));
    return id;
  }

  @Override
  public CompletableFuture<ByteSequence> acquire(String resource) {
    ByteSequence key = bytes("locks/" + resource);
    return keys.txn()
        .If(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0)))
        .Then(Op.put(key, HOLDER, ofSession))
        .commit()
        .thenApply(
            (TxnResponse reply) -> {
              WrongReplyException.unless(reply.isSucceeded(), "a put of " + resource, reply);
              return key;
            });
  }

  @Override
  public CompletableFuture<?> release(ByteSequence key) {
    return keys.delete(key)
        .thenAccept(
            (DeleteResponse reply) ->
                WrongReplyException.unless(reply.getDeleted() == 1, "a delete of " + key, reply));
  }

  /** The queue of etcd's own lock service; each contender has a session, by which it is known. */
  @Override
  public ContendedLock contended(int contenders) throws Exception {
    long[] leases = new long[contenders];
    for (int i = 0; i < contenders; i++) {
      leases[i] = session();
    }
    Lock locks = client.getLockClient();
    ByteSequence name = bytes("contended");
    AtomicReferenceArray<ByteSequence> held = new AtomicReferenceArray<>(contenders);
    return new ContendedLock() {
      @Override
      public void lock(int contender) throws Exception {
        held.set(contender, locks.lock(name, leases[contender]).get().getKey());
      }

      @Override
      public void unlock(int contender) throws Exception {
        locks.unlock(held.get(contender)).get();
      }
    };
  }

  @Override
  public void close() {
    sessions.forEach(CloseableClient::close);
    client.close();
  }
}
