package dev.leasehold.gateway.provider;

import dev.leasehold.api.v1.GetProviderRequest;
import dev.leasehold.api.v1.Provider;
import dev.leasehold.api.v1.ProviderServiceGrpc;
import dev.leasehold.api.v1.SealProviderKeyRequest;
import dev.leasehold.api.v1.SealedKey;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.ServerCalls;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The providers that Leasehold knows, with their keys, which it seals for this gateway. A key is
 * kept in memory for a while and nowhere else.
 */
public final class Providers {

  /** How long after a rotation the old key may still be used. */
  private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

  private record Kept(KeyedProvider provider, long sinceNanos) {}

  private final LeaseholdClient client;
  private final Executor blocking;
  private final SealingKey own = new SealingKey();
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  public Providers(LeaseholdClient client, Executor blocking) {
    this.client = client;
    this.blocking = blocking;
  }

  public CompletableFuture<KeyedProvider> of(String name) {
    Kept known = kept.get(name);
    return known != null && System.nanoTime() - known.sinceNanos < KEPT_NANOS
        ? CompletableFuture.completedFuture(known.provider)
        : CompletableFuture.supplyAsync(() -> ask(name), blocking);
  }

  /** The provider as it is now: it has refused the key that was known. */
  public CompletableFuture<KeyedProvider> anew(String name) {
    kept.remove(name);
    return of(name);
  }

  private KeyedProvider ask(String name) {
    Provider told =
        ServerCalls.ask(
            client,
            ProviderServiceGrpc.getGetProviderMethod(),
            GetProviderRequest.newBuilder().setName(name).build());
    Kept known = kept.get(name);
    KeyedProvider provider =
        known != null && known.provider.keyVersion() == told.getKeyVersion()
            ? with(told, known.provider.key())
            : sealed(told);
    kept.put(name, new Kept(provider, System.nanoTime()));
    return provider;
  }

  private KeyedProvider sealed(Provider told) {
    SealedKey sealed =
        ServerCalls.ask(
            client,
            ProviderServiceGrpc.getSealProviderKeyMethod(),
            SealProviderKeyRequest.newBuilder()
                .setName(told.getName())
                .setPublicKey(own.publicKey())
                .build());
    return with(told, own.open(told.getName(), sealed.getSealedKey()));
  }

  private static KeyedProvider with(Provider told, String key) {
    return new KeyedProvider(
        told.getName(), told.getKind(), told.getUrl(), told.getKeyVersion(), key);
  }
}
