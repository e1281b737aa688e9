package dev.leasehold.client.meter;

import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Prices by model, from a file that the user owns: dollars for a million tokens.
 *
 * <pre>{@code
 * {"models": {"NAME": {"input": "2.50", "cachedInput": "1.25", "output": "10.00"}}}
 * }</pre>
 *
 * <p>Beside these a model may have {@code cacheWrite} (otherwise as {@code input}), {@code
 * reasoning} (otherwise as {@code output}) and {@code maxOutput}, in tokens. {@code cachedInput} is
 * as {@code input} unless given. A name that ends with {@code *} stands for all that begin like it;
 * the longest counts. A name may be {@code PROVIDER/MODEL}, which counts before the model alone.
 */
public final class PriceTable {

  /** A table of a few thousand models is read; a file of gigabytes is none. */
  private static final long MAX_BYTES = 4L << 20;

  /** No price is as long as that; a number like 1e999999999 would take all memory. */
  private static final int MAX_PRICE_CHARACTERS = 24;

  private final String source;
  private final Map<String, ModelPrice> prices;

  private PriceTable(String source, Map<String, ModelPrice> prices) {
    this.source = source;
    this.prices = prices;
  }

  /**
   * Reads a file.
   *
   * @throws IOException with a sentence that names the file, if it cannot be read or is no table
   */
  public static PriceTable read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is larger than " + MAX_BYTES + " bytes, too large for prices");
    }
    return parse(Files.readString(file), file.toString());
  }

  /**
   * Reads a text.
   *
   * @param source the name of the text in messages
   */
  public static PriceTable parse(String text, String source) throws IOException {
    try (Reader in = new StringReader(text);
        JsonReader json = new JsonReader(in)) {
      json.setStrictness(Strictness.STRICT);
      Map<String, ModelPrice> prices = new LinkedHashMap<>();
      json.beginObject();
      while (json.hasNext()) {
        String name = json.nextName();
        if (!name.equals("models")) {
          throw new IllegalArgumentException("the only field is models, not " + name);
        }
        readModels(json, prices);
      }
      json.endObject();
      if (json.peek() != JsonToken.END_DOCUMENT) {
        throw new IllegalArgumentException("there is more behind the table");
      }
      return new PriceTable(source, prices);
    } catch (IllegalArgumentException
        | IllegalStateException
        | ArithmeticException
        | JsonParseException
        | MalformedJsonException
        | EOFException e) {
      throw new IOException(source + " is no table of prices: " + e.getMessage(), e);
    }
  }

  private static void readModels(JsonReader json, Map<String, ModelPrice> prices)
      throws IOException {
    json.beginObject();
    while (json.hasNext()) {
      String model = json.nextName();
      if (prices.put(model, readPrice(json, model)) != null) {
        throw new IllegalArgumentException("the model " + model + " is there twice");
      }
    }
    json.endObject();
  }

  private static ModelPrice readPrice(JsonReader json, String model) throws IOException {
    Map<String, BigDecimal> fields = new LinkedHashMap<>();
    json.beginObject();
    while (json.hasNext()) {
      String field = json.nextName();
      if (fields.put(field, number(json, model, field)) != null) {
        throw new IllegalArgumentException(model + " has " + field + " twice");
      }
    }
    json.endObject();
    BigDecimal input = fields.remove("input");
    BigDecimal output = fields.remove("output");
    if (input == null) {
      throw new IllegalArgumentException(model + " has no price for input");
    }
    BigDecimal out = output == null ? BigDecimal.ZERO : output;
    BigDecimal cached = fields.remove("cachedInput");
    BigDecimal written = fields.remove("cacheWrite");
    BigDecimal reasoning = fields.remove("reasoning");
    BigDecimal most = fields.remove("maxOutput");
    if (!fields.isEmpty()) {
      throw new IllegalArgumentException(
          model + " has " + fields.keySet().iterator().next() + ", which nobody knows");
    }
    return new ModelPrice(
        input,
        cached == null ? input : cached,
        written == null ? input : written,
        out,
        reasoning == null ? out : reasoning,
        most == null ? OptionalLong.empty() : OptionalLong.of(most.longValueExact()),
        reasoning != null);
  }

  private static BigDecimal number(JsonReader json, String model, String field) throws IOException {
    String text = json.nextString();
    try {
      if (text.length() <= MAX_PRICE_CHARACTERS && !text.contains("e") && !text.contains("E")) {
        BigDecimal number = new BigDecimal(text);
        if (number.signum() >= 0) {
          return number;
        }
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(model + "." + field + " is no number: " + text, e);
    }
    throw new IllegalArgumentException(
        model + "." + field + " is a number of 0 or more such as 2.50, not " + text);
  }

  /**
   * The prices of a model.
   *
   * @throws UnknownModelException if there are none, with the model and the file
   */
  public ModelPrice of(String model) {
    return of("", model);
  }

  /**
   * The prices of a model at a provider.
   *
   * @throws UnknownModelException if there are none, with the model and the file
   */
  public ModelPrice of(String provider, String model) {
    ModelPrice found = provider.isEmpty() ? null : find(provider + "/" + model);
    found = found != null ? found : find(model);
    if (found == null) {
      throw new UnknownModelException(model, source);
    }
    return found;
  }

  private @Nullable ModelPrice find(String name) {
    ModelPrice exact = prices.get(name);
    for (int length = name.length(); exact == null && length >= 0; length--) {
      exact = prices.get(name.substring(0, length) + "*");
    }
    return exact;
  }

  /** The file, as messages name it. */
  public String source() {
    return source;
  }
}
