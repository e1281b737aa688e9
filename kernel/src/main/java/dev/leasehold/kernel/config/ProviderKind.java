package dev.leasehold.kernel.config;

import dev.leasehold.kernel.policy.Spelling;
import java.util.Locale;
import java.util.Optional;

/** The API that a provider's endpoints follow. */
public enum ProviderKind {
  OPENAI,
  ANTHROPIC;

  public static Optional<ProviderKind> parse(String text) {
    return Spelling.parse(ProviderKind.class, text);
  }

  /** As callers write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
