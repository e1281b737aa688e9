package dev.leasehold.node.http.lfs;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Somebody who speaks as git-lfs does; quotes are written as apostrophes. */
record LfsClient(ServedNode node, String token, String space) {

  static final String LFS_JSON = "application/vnd.git-lfs+json";

  static LfsClient agent(ServedNode node, String actor, String space) {
    return new LfsClient(node, node.tokenFor(actor, "agent"), space);
  }

  Response get(String path) {
    return node.send(request(path, "anyone").GET().build());
  }

  Response post(String path, String body) {
    return post(path, body, LFS_JSON);
  }

  Response post(String path, String body, String contentType) {
    return node.send(
        request(path, "anyone")
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .build());
  }

  Response lock(String path) {
    return post("/locks", "{'path':'" + path + "','ref':{'name':'refs/heads/main'}}");
  }

  HttpRequest.Builder request(String path, String user) {
    byte[] pair = (user + ":" + token).getBytes(StandardCharsets.UTF_8);
    return HttpRequest.newBuilder(URI.create(node.url() + "/lfs/" + space + path))
        .header("Accept", LFS_JSON)
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
  }
}
