package dev.leasehold.kernel.notice;

import java.util.Locale;
import java.util.Optional;

/** The way in which messages reach an address outside the server. */
public enum SubscriptionKind {
  /** A signed CloudEvent, posted to an address. */
  WEBHOOK,
  /** A text, posted to the incoming webhook of a chat. */
  CHAT,
  MAIL;

  /** As callers and tables spell it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of that name, in any case. */
  public static Optional<SubscriptionKind> parse(String text) {
    for (SubscriptionKind kind : values()) {
      if (kind.text().equalsIgnoreCase(text)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
