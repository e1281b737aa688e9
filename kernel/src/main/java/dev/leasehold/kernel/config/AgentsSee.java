package dev.leasehold.kernel.config;

import java.util.Locale;

/** The leases of others that agents are shown, as {@link ConfigKey#AGENTS_SEE} says. */
public enum AgentsSee {
  /** Those in the spaces that their token names, or in all if it names none. */
  SPACES,
  /** None. */
  OWN;

  /** The value of the setting. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The meaning of a value that the setting accepts. */
  public static AgentsSee of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
