package dev.leasehold.cli.budget;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Labels that say what money is spent on. */
public final class SpendLabels {

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "What for, such as model=NAME or provider=NAME; counted in the report.")
  private Map<String, String> labels = new LinkedHashMap<>();

  Map<String, String> byName() {
    return labels;
  }
}
