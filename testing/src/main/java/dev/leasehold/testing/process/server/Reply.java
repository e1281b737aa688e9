package dev.leasehold.testing.process.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** An answer as it came over HTTP. */
public record Reply(int status, String contentType, String text) {

  public static final ObjectMapper JSON = new ObjectMapper();

  public boolean isSuccess() {
    return status == 200;
  }

  public JsonNode json() {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON: " + status + " " + text, e);
    }
  }

  /** The lease that a successful reply is about. */
  public LeaseView lease() {
    if (!isSuccess()) {
      throw new IllegalStateException("no lease: " + status + " " + text);
    }
    return LeaseView.of(json());
  }

  /** The code of a refusal; empty for a success. */
  public String code() {
    return json().path("code").asText("");
  }

  /** The leases that a refusal names as being in the way. */
  public List<String> conflictIds() {
    List<String> ids = new ArrayList<>();
    json().path("conflicts").forEach(conflict -> ids.add(conflict.path("leaseId").asText()));
    return ids;
  }
}
