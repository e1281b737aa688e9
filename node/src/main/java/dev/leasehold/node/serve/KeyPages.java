package dev.leasehold.node.serve;

import com.linecorp.armeria.server.HttpService;
import dev.leasehold.node.prove.Registrar;

/** What checks the registrar's signatures; needs no token. */
final class KeyPages {

  private KeyPages() {}

  static HttpService jwks(Registrar registrar) {
    String jwks = registrar.key().jwks() + "\n";
    return HealthPages.getOnly(() -> HttpReplies.json(jwks));
  }
}
