package dev.leasehold.gateway.call;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;

/**
 * A client's request to a model, as far as it matters for the cost.
 *
 * @param model the name of the model
 * @param streamed whether the answer is to come as events
 * @param hidesUsage whether usage is asked for that the client did not ask for
 * @param inputTokens how many tokens are read at most, by the size of what is sent
 * @param outputLimit how many are written at most, if the request says so
 * @param answers how many answers are written
 * @param reasons whether the model is told to reason, which need not be shown
 * @param body the bytes that are sent to the provider
 */
record CallRequest(
    String model,
    boolean streamed,
    boolean hidesUsage,
    long inputTokens,
    OptionalLong outputLimit,
    int answers,
    boolean reasons,
    byte[] body) {

  private static final byte[] ASKING =
      "\"stream_options\":{\"include_usage\":true},".getBytes(StandardCharsets.UTF_8);

  /** The characters that a label of a reservation takes; none of them can forge lines of a log. */
  private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9._:/@+-]{1,128}");

  private static final int MAX_ANSWERS = 128;
  private static final int MAX_DEPTH = 200;

  /** Each takes up to a hundred bytes of memory, however few it has in the body. */
  private static final long MAX_JSON_TOKENS = 1_000_000;

  /**
   * The tokens of a picture or of a document are not known without its text; providers count about
   * so many.
   */
  private static final long TOKENS_OF_DATA = 2_000;

  private static final int DATA_CHARACTERS = 1_024;

  /** Fields whose texts are bytes in base64, and those that are so where they are no address. */
  private static final Set<String> DATA = Set.of("data", "file_data");

  private static final Set<String> ADDRESSES = Set.of("url", "image_url");

  private static final Set<String> FILES = Set.of("file_id", "file_url");

  /** Fields that make the model read an earlier conversation, or a text that the provider keeps. */
  private static final Set<String> EARLIER =
      Set.of("previous_response_id", "conversation", "prompt");

  /** Nobody knows how long that is; as much as most models read at once. */
  private static final long TOKENS_ELSEWHERE = 128_000;

  private static final int DATA_BYTES_OF_A_TOKEN = 64;

  /** Tokens of most texts are longer; those of few are shorter, and then the rest is taken. */
  private static final int BYTES_OF_A_TOKEN = 2;

  /** Duplicate names are refused: the provider might read another one than is counted here. */
  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_JSON_TOKENS)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  static CallRequest read(Api api, byte[] body) {
    if (!(parse(body) instanceof ObjectNode asked)) {
      throw invalid("the body is no JSON object");
    }
    String model = asked.path("model").asText("");
    if (!asked.path("model").isTextual() || !MODEL.matcher(model).matches()) {
      throw invalid("model is missing, or is no name");
    }
    if (isSet(asked, "background")) {
      throw invalid("background is not served: nobody would see what the answer costs");
    }
    boolean streamed = isSet(asked, "stream");
    boolean reasons = asked.hasNonNull("reasoning_effort") || asked.hasNonNull("reasoning");
    reasons |= asked.hasNonNull("thinking");
    long data = dataBytes(asked);
    long dataTokens = data == 0 ? 0 : dataTokens(asked);
    long input = (body.length - data + BYTES_OF_A_TOKEN - 1) / BYTES_OF_A_TOKEN + dataTokens;
    input += tokensElsewhere(asked);
    boolean hides = api == Api.CHAT_COMPLETIONS && streamed && !asksForUsage(asked);
    return new CallRequest(
        model,
        streamed,
        hides,
        input,
        outputLimit(api, asked),
        answers(asked),
        reasons,
        hides ? askingForUsage(asked, body) : body);
  }

  private static boolean isSet(ObjectNode asked, String name) {
    JsonNode value = asked.path(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
      throw invalid(name + " is true or false");
    }
    return value.asBoolean(false);
  }

  /** Tokens at most of what the model reads and is not in the body: answers, files, pictures. */
  private static long tokensElsewhere(ObjectNode asked) {
    boolean continues = EARLIER.stream().anyMatch(asked::hasNonNull);
    return (continues ? TOKENS_ELSEWHERE : 0) + tokensOfReferences("", asked);
  }

  private static long tokensOfReferences(String name, JsonNode node) {
    if (node.isTextual()) {
      if (FILES.contains(name)) {
        return TOKENS_ELSEWHERE;
      }
      return ADDRESSES.contains(name) && !node.asText().startsWith("data:") ? TOKENS_OF_DATA : 0;
    }
    long sum = 0;
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        sum += tokensOfReferences(field.getKey(), field.getValue());
      }
      return sum;
    }
    for (JsonNode child : node) {
      sum += tokensOfReferences(name, child);
    }
    return sum;
  }

  private static JsonNode parse(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      // Its message may have parts of the body.
      throw invalid("the body is no JSON, or has a name twice");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean asksForUsage(ObjectNode asked) {
    return asked.path("stream_options").path("include_usage").asBoolean(false);
  }

  /** The body with one option more; all else stays as it is written, if that is possible. */
  private static byte[] askingForUsage(ObjectNode asked, byte[] body) {
    if (!asked.has("stream_options")) {
      int begin = 0;
      while (body[begin] != '{') {
        begin++;
      }
      ByteArrayOutputStream changed = new ByteArrayOutputStream(body.length + ASKING.length);
      changed.write(body, 0, begin + 1);
      changed.writeBytes(ASKING);
      changed.write(body, begin + 1, body.length - begin - 1);
      return changed.toByteArray();
    }
    ObjectNode changed = asked.deepCopy();
    if (changed.path("stream_options") instanceof ObjectNode options) {
      options.put("include_usage", true);
    } else {
      changed.putObject("stream_options").put("include_usage", true);
    }
    try {
      return JSON.writeValueAsBytes(changed);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A limit that the called API does not know would be none. */
  private static OptionalLong outputLimit(Api api, ObjectNode asked) {
    long most = -1;
    List<String> names =
        switch (api) {
          case CHAT_COMPLETIONS -> List.of("max_completion_tokens", "max_tokens");
          case RESPONSES -> List.of("max_output_tokens");
          case MESSAGES -> List.of("max_tokens");
          case EMBEDDINGS -> List.of();
        };
    for (String name : names) {
      JsonNode limit = asked.path(name);
      if (!limit.isMissingNode() && !limit.isNull()) {
        if (!limit.canConvertToLong() || !limit.isIntegralNumber() || limit.asLong() < 1) {
          throw invalid(name + " is no whole number of 1 or more");
        }
        most = Math.max(most, limit.asLong());
      }
    }
    return most < 0 ? OptionalLong.empty() : OptionalLong.of(most);
  }

  private static int answers(ObjectNode asked) {
    JsonNode n = asked.path("n");
    if (n.isMissingNode() || n.isNull()) {
      return 1;
    }
    if (!n.isInt() || n.asInt() < 1 || n.asInt() > MAX_ANSWERS) {
      throw invalid("n is a number from 1 to " + MAX_ANSWERS);
    }
    return n.asInt();
  }

  private static boolean isData(String name, JsonNode node) {
    if (!node.isTextual() || node.asText().length() < DATA_CHARACTERS) {
      return false;
    }
    String text = node.asText();
    if (!DATA.contains(name) && !(ADDRESSES.contains(name) && text.startsWith("data:"))) {
      return false;
    }
    int from = text.startsWith("data:") ? Math.max(0, text.indexOf(',')) : 0;
    for (int i = from + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean inBase64 = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!inBase64 && c != '+' && c != '/' && c != '=' && c != '-' && c != '_') {
        return false;
      }
    }
    return true;
  }

  /** How many bytes of the body are pictures and documents in base64. */
  private static long dataBytes(JsonNode asked) {
    return sumOfData("", asked, length -> length);
  }

  private static long dataTokens(JsonNode asked) {
    return sumOfData("", asked, length -> Math.max(TOKENS_OF_DATA, length / DATA_BYTES_OF_A_TOKEN));
  }

  private static long sumOfData(String name, JsonNode node, LongUnaryOperator ofLength) {
    if (isData(name, node)) {
      return ofLength.applyAsLong(node.asText().length());
    }
    long sum = 0;
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        sum += sumOfData(field.getKey(), field.getValue(), ofLength);
      }
      return sum;
    }
    for (JsonNode child : node) {
      sum += sumOfData("", child, ofLength);
    }
    return sum;
  }

  private static ApiError invalid(String message) {
    return new ApiError(ApiError.Kind.INVALID, message);
  }
}
