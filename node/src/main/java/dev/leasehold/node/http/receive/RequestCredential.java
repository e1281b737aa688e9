package dev.leasehold.node.http.receive;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.operation.PresentedCredential;
import java.util.List;

/** Reads from a request's header and connection what its caller shows. */
public final class RequestCredential {

  private RequestCredential() {}

  /** Two headers could mean one to us and the other to a proxy, so they are a wrong one. */
  public static PresentedCredential of(ServiceRequestContext ctx, HttpRequest request) {
    List<String> all = request.headers().getAll(HttpHeaderNames.AUTHORIZATION);
    String authorization = all.isEmpty() ? null : all.size() == 1 ? all.get(0) : "";
    return new PresentedCredential(authorization, ClientCertificate.caller(ctx));
  }
}
