package dev.leasehold.cli.budget;

import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Amounts by unit, as people write them or exact. */
public final class AmountOptions {

  @Option(
      names = "--amount",
      paramLabel = "AMOUNT",
      description =
          "How much: '$$12.50' (which is usd_micros=12500000), '2M tokens', tokens=2M or"
              + " tokens=5000, one for each unit.")
  private List<String> amounts = new ArrayList<>();

  public boolean isEmpty() {
    return amounts.isEmpty();
  }

  /** The amounts as the server takes them. */
  public Map<String, Object> byUnit() throws CallFailedException {
    return Amounts.byUnit("--amount", amounts);
  }

  /** The amounts as the server takes them, for a command that needs at least one. */
  public Map<String, Object> some() throws CallFailedException {
    if (amounts.isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE, "say how much with --amount, such as --amount tokens=5000");
    }
    return byUnit();
  }
}
