package dev.leasehold.bench.compare.client;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.concurrent.CompletableFuture;

/**
 * Raw commands through Lettuce, pipelined on one connection: {@code SET key token NX PX} and a
 * script that deletes the key if it has the caller's token. This is the lock of Redis' own
 * documentation, without a client's care for retries, waiting or renewal.
 */
final class LettuceLocks implements AsynchronousClient<LettuceLocks.Held> {

  record Held(String key, String token) {}

  private static final String TTL_MILLIS = "3600000";
  private static final SetArgs IF_FREE = SetArgs.Builder.nx().px(Long.parseLong(TTL_MILLIS));

  private static final String DELETE_IF_MINE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1])"
          + " else return 0 end";

  private static final String EXPIRE_IF_MINE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then"
          + " return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end";

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final RedisAsyncCommands<String, String> commands;
  private final String deleteDigest;
  private final String expireDigest;

  LettuceLocks(Target target) {
    this.client = RedisClient.create(target.address());
    this.connection = client.connect();
    this.commands = connection.async();
    this.deleteDigest = connection.sync().scriptLoad(DELETE_IF_MINE);
    this.expireDigest = connection.sync().scriptLoad(EXPIRE_IF_MINE);
  }

  @Override
  public CompletableFuture<Held> acquire(String resource) {
    // As long as a request id of the others.
    Held held = new Held(resource, "token-of-" + resource);
    return commands
        .set(held.key, held.token, IF_FREE)
        .toCompletableFuture()
        .thenApply(
            reply -> {
              WrongReplyException.unless("OK".equals(reply), "SET NX of " + resource, reply);
              return held;
            });
  }

  @Override
  public CompletableFuture<?> release(Held held) {
    return commands
        .<Long>evalsha(deleteDigest, ScriptOutputType.INTEGER, new String[] {held.key}, held.token)
        .toCompletableFuture()
        .thenAccept(
            reply ->
                WrongReplyException.unless(reply == 1, "compare and delete of " + held.key, reply));
  }

  @Override
  public CompletableFuture<?> renew(Held held) {
    return commands
        .<Long>evalsha(
            expireDigest, ScriptOutputType.INTEGER, new String[] {held.key}, held.token, TTL_MILLIS)
        .toCompletableFuture()
        .thenAccept(
            reply ->
                WrongReplyException.unless(reply == 1, "compare and expire of " + held.key, reply));
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
