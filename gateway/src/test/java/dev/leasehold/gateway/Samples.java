package dev.leasehold.gateway;

import java.io.IOException;

/** Answers as providers give them. */
final class Samples {

  /** Six tokens read, four from the cache, three written and two reasoned: 58 microdollars. */
  static final String CHAT_USAGE =
      """
      {"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,\
      "prompt_tokens_details":{"cached_tokens":4},\
      "completion_tokens_details":{"reasoning_tokens":2}}\
      """;

  static final String CHAT =
      """
      {"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,\
      "message":{"role":"assistant","content":"hello","refusal":null},"logprobs":null,\
      "finish_reason":"stop"}],"usage":%s}\
      """
          .formatted(CHAT_USAGE);

  static final String TOOL_CALL =
      """
      {"id":"chatcmpl-2","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,\
      "message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"call_1",\
      "type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Bern\\"}"}}]},\
      "logprobs":null,"finish_reason":"tool_calls"}],"usage":%s}\
      """
          .formatted(CHAT_USAGE);

  static final String EMBEDDING =
      """
      {"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.25,0.5]}],\
      "model":"m","usage":{"prompt_tokens":8,"total_tokens":8}}\
      """;

  static final String RESPONSE =
      """
      {"id":"resp_1","object":"response","created_at":1,"status":"completed","error":null,\
      "incomplete_details":null,"instructions":null,"metadata":{},"model":"m","output":[{"id":"msg_1",\
      "type":"message","role":"assistant","status":"completed","content":[{"type":"output_text",\
      "text":"hello","annotations":[]}]}],"parallel_tool_calls":true,"temperature":1.0,"tool_choice":\
      "auto","tools":[],"top_p":1.0,"usage":{"input_tokens":10,"input_tokens_details":\
      {"cached_tokens":4},"output_tokens":5,"output_tokens_details":{"reasoning_tokens":2},\
      "total_tokens":15}}\
      """;

  /** Seven read, two from the cache, three into it, five written: 7 + 1 + 6 + 50. */
  static final String MESSAGE =
      """
      {"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":\
      "hello","citations":null}],"stop_reason":"end_turn","stop_sequence":null,"usage":\
      {"input_tokens":7,"cache_read_input_tokens":2,"cache_creation_input_tokens":3,\
      "output_tokens":5}}\
      """;

  static final String TOOL_USE =
      """
      {"id":"msg_2","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use",\
      "id":"toolu_1","name":"weather","input":{"city":"Bern"}}],"stop_reason":"tool_use",\
      "stop_sequence":null,"usage":{"input_tokens":7,"cache_read_input_tokens":2,\
      "cache_creation_input_tokens":3,"output_tokens":5}}\
      """;

  private Samples() {}

  static String chunk(String text) {
    return """
    {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,\
    "delta":{"content":"%s"},"logprobs":null,"finish_reason":null}],"usage":null}\
    """
        .formatted(text);
  }

  static String usageChunk() {
    return """
    {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],\
    "usage":%s}\
    """
        .formatted(CHAT_USAGE);
  }

  /** The whole of a streamed chat, with usage as it is asked for. */
  static void chat(PlayedProvider.Asked asked, PlayedProvider.Answer answer) throws IOException {
    answer.events();
    answer.event(chunk("hel"));
    answer.event(chunk("lo"));
    if (asked.body().replace(" ", "").contains("\"include_usage\":true")) {
      answer.event(usageChunk());
    }
    answer.event("[DONE]");
  }

  static void messageStart(PlayedProvider.Answer answer) throws IOException {
    answer.event(
        "message_start",
        """
        {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",\
        "model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":7,\
        "cache_read_input_tokens":2,"cache_creation_input_tokens":3,"output_tokens":1}}}\
        """);
    answer.event(
        "content_block_start",
        """
        {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"",\
        "citations":null}}\
        """);
  }

  static void messageText(PlayedProvider.Answer answer, String text) throws IOException {
    answer.event(
        "content_block_delta",
        """
        {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"%s"}}\
        """
            .formatted(text));
  }

  static void messageEnd(PlayedProvider.Answer answer) throws IOException {
    answer.event("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}");
    answer.event(
        "message_delta",
        """
        {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},\
        "usage":{"output_tokens":5}}\
        """);
    answer.event("message_stop", "{\"type\":\"message_stop\"}");
  }
}
