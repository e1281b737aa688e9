package dev.leasehold.gateway.call;

import dev.leasehold.gateway.answer.AnswerReader.Counting;
import java.util.Optional;

/** The endpoints of providers' APIs that the gateway serves; it serves no others. */
enum Api {
  CHAT_COMPLETIONS("/v1/chat/completions", Counting.OPENAI),
  RESPONSES("/v1/responses", Counting.OPENAI),
  EMBEDDINGS("/v1/embeddings", Counting.OPENAI),
  MESSAGES("/v1/messages", Counting.ANTHROPIC);

  private final String path;
  private final Counting counting;

  Api(String path, Counting counting) {
    this.path = path;
    this.counting = counting;
  }

  static Optional<Api> at(String path) {
    for (Api api : values()) {
      if (api.path.equals(path)) {
        return Optional.of(api);
      }
    }
    return Optional.empty();
  }

  String path() {
    return path;
  }

  Counting counting() {
    return counting;
  }

  /** The kind of provider that has it. */
  String kind() {
    return counting == Counting.OPENAI ? "openai" : "anthropic";
  }

  boolean writes() {
    return this != EMBEDDINGS;
  }
}
