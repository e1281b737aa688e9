package dev.leasehold.node.operation;

import dev.leasehold.kernel.access.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The credential that a request shows.
 *
 * @param authorization the value of the header; null if there is none
 * @param certified the caller that the connection's certificate names; null if it has none
 */
public record PresentedCredential(@Nullable String authorization, @Nullable Caller certified) {

  /** Whether nothing but the certificate speaks for the caller. */
  public boolean isCertificateAlone() {
    return authorization == null;
  }
}
