package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.ServedNode.Response;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/** Somebody with a token who speaks JSON; quotes are written as apostrophes. */
public record Clients(ServedNode node, String token) {

  public static Clients agent(ServedNode node, String actor) {
    return new Clients(node, node.tokenFor(actor, "agent"));
  }

  public static Clients admin(ServedNode node) {
    return new Clients(node, node.adminToken());
  }

  public Response get(String path) {
    return node.send(token, "GET", path, "");
  }

  public Response post(String path, String body) {
    return node.send(token, "POST", path, body.replace('\'', '"'));
  }

  /** For requests that stay open. */
  public CompletableFuture<HttpResponse<String>> open(String path, String body) {
    return node.open(token, path, body.replace('\'', '"'));
  }

  public Response ok(String path, String body) {
    return ok(post(path, body));
  }

  public Response verb(String leaseId, String verb, String body) {
    return post("/v1/leases/" + leaseId + ":" + verb, body);
  }

  public Response okVerb(String leaseId, String verb, String body) {
    return ok(verb(leaseId, verb, body));
  }

  public String acquire(String fields) {
    return ok("/v1/leases", "{" + fields + "}").get("leaseId");
  }

  public static Response ok(Response response) {
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response;
  }
}
