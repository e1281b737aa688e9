package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Body;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Renews a lease. */
@Command(name = "renew", description = "Keeps a lease for longer.")
public final class Renew implements Callable<Integer> {

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "From now on. Default: what the lease has.")
  private @Nullable String ttl;

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private final LeaseCall call = new LeaseCall();

  @Override
  public Integer call() throws Exception {
    return call.ofOwn(":renew", new Body().with("ttl", ttl).with("requestId", requestId.given()));
  }
}
