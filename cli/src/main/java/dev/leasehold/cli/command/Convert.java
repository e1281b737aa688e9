package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Body;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Changes the mode of a lease. */
@Command(
    name = "convert",
    description = {
      "Changes how a lease is held: shared or exclusive.",
      "Shared at once, exclusive when no other reader is left, with a new fencing token."
    })
public final class Convert implements Callable<Integer> {

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      required = true,
      description = "exclusive or shared.")
  private String mode = "";

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "How long to wait for other readers. Default: not at all.")
  private @Nullable String wait;

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private final LeaseCall call = new LeaseCall();

  @Override
  public Integer call() throws Exception {
    Body body =
        new Body()
            .with("mode", mode.toUpperCase(Locale.ROOT))
            .with("wait", wait)
            .with("requestId", requestId.given());
    return call.ofOwn(":convert", body);
  }
}
