package dev.leasehold.gateway.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Walks through one JSON text, all at once or as its bytes come, and notes figures of usage, the id
 * and type of the answer, and how long its texts are.
 */
final class JsonScan {

  /** Names of what a model writes; a token is at least a byte of these. */
  private static final Set<String> WRITTEN =
      Set.of(
          "content",
          "text",
          "arguments",
          "partial_json",
          "thinking",
          "reasoning_content",
          "refusal",
          "delta",
          "input");

  private static final int MAX_NAME = 128;

  private final Usage usage;
  private final List<String> path = new ArrayList<>();
  private String name = "";
  private String type = "";
  private String id = "";
  private long textBytes;
  private boolean ended;
  private boolean toldFinally;
  private boolean choicesSeen;
  private boolean choiceSeen;
  private boolean reasoningSeen;

  JsonScan(Usage usage) {
    this.usage = usage;
  }

  /** Takes what the parser has; returns when the text is over or more bytes are needed. */
  void take(JsonParser parser) throws IOException {
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.NOT_AVAILABLE;
        token = parser.nextToken()) {
      switch (token) {
        case START_OBJECT -> enter(parser, true);
        case START_ARRAY -> enter(parser, false);
        case END_OBJECT, END_ARRAY -> leave();
        case FIELD_NAME -> name = shortened(parser.currentName());
        case VALUE_STRING -> text(parser);
        case VALUE_NUMBER_INT -> number(parser);
        default -> {}
      }
    }
  }

  /** The path has the name that each object and array lies under; none for elements of arrays. */
  private void enter(JsonParser parser, boolean object) {
    boolean inChoices = path.size() == 2 && path.get(1).equals("choices");
    choiceSeen |= object && inChoices;
    choicesSeen |= !object && path.size() == 1 && name.equals("choices");
    JsonStreamContext parent = parser.getParsingContext().getParent();
    path.add(parent != null && parent.inObject() ? name : "");
  }

  private void leave() {
    path.remove(path.size() - 1);
    if (path.isEmpty()) {
      ended = true;
    }
  }

  private void text(JsonParser parser) throws IOException {
    if (path.size() == 1 && name.equals("type")) {
      type = shortened(parser.getText());
    } else if (path.size() == 1 && name.equals("id")) {
      id = shortened(parser.getText());
    } else if (name.equals("type") && parser.getText().equals("reasoning")) {
      reasoningSeen = true;
    } else if (WRITTEN.contains(name) && !isEcho()) {
      textBytes += utf8Length(parser);
    }
  }

  /** Events that tell at their end once more what was told before, and what was asked. */
  private boolean isEcho() {
    return type.endsWith(".done") || (path.size() > 1 && path.get(1).equals("response"));
  }

  private void number(JsonParser parser) throws IOException {
    String figure = figureName();
    if (!figure.isEmpty() && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      usage.put(figure, parser.getLongValue());
      toldFinally |= !path.get(1).equals("message");
    }
  }

  /** The name below {@code usage}, {@code response.usage} or {@code message.usage}; else empty. */
  private String figureName() {
    int at = -1;
    if (path.size() > 1 && path.get(1).equals("usage")) {
      at = 1;
    } else if (path.size() > 2
        && path.get(2).equals("usage")
        && (path.get(1).equals("response") || path.get(1).equals("message"))) {
      at = 2;
    }
    if (at < 0) {
      return "";
    }
    StringBuilder figure = new StringBuilder();
    for (String step : path.subList(at + 1, path.size())) {
      figure.append(step).append('.');
    }
    return figure.append(name).toString();
  }

  private static long utf8Length(JsonParser parser) throws IOException {
    char[] chars = parser.getTextCharacters();
    int from = parser.getTextOffset();
    int to = from + parser.getTextLength();
    long bytes = 0;
    for (int i = from; i < to; i++) {
      bytes += chars[i] < 0x80 ? 1 : chars[i] < 0x800 ? 2 : 3;
    }
    return bytes;
  }

  private static String shortened(String text) {
    return text.length() <= MAX_NAME ? text : text.substring(0, MAX_NAME);
  }

  String id() {
    return id;
  }

  long textBytes() {
    return textBytes;
  }

  /** Whether the text is complete. */
  boolean isEnded() {
    return ended;
  }

  /** Whether usage was told that is not only of the beginning. */
  boolean isToldFinally() {
    return toldFinally;
  }

  /** Whether there is a list of choices without any: so OpenAI tells usage at a stream's end. */
  boolean hasNoChoice() {
    return choicesSeen && !choiceSeen;
  }

  /** Whether the model has reasoned without showing it. */
  boolean hasReasoned() {
    return reasoningSeen;
  }
}
