package dev.leasehold.kernel.request;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Labels that say what money is spent on, such as a model and a provider. */
public final class SpendLabels {

  private SpendLabels() {}

  public static @Nullable Refusal check(Map<String, String> labels) {
    if (labels.size() > Limits.MAX_SPEND_LABELS) {
      return refuse("money is spent with at most " + Limits.MAX_SPEND_LABELS + " labels");
    }
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (!FieldChecks.isUnicode(label.getKey()) || !FieldChecks.isUnicode(label.getValue())) {
        return refuse("a label has half a surrogate pair in it");
      }
      if (!FieldChecks.isPrintable(label.getKey()) || !FieldChecks.isPrintable(label.getValue())) {
        return refuse("a label has a line break or another control character");
      }
      if (label.getKey().isEmpty() || isLong(label.getKey()) || isLong(label.getValue())) {
        return refuse(
            "the name of a label has 1 to "
                + Limits.MAX_SPEND_LABEL_BYTES
                + " bytes and its value at most as many");
      }
    }
    return null;
  }

  private static Refusal refuse(String detail) {
    return new InputRefusal.InvalidInput("labels", detail);
  }

  private static boolean isLong(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > Limits.MAX_SPEND_LABEL_BYTES;
  }

  /** The labels of a reservation with those of its settlement, which go first. */
  public static Map<String, String> joined(Map<String, String> reserved, Map<String, String> more) {
    if (reserved.isEmpty() || more.isEmpty()) {
      return reserved.isEmpty() ? more : reserved;
    }
    TreeMap<String, String> joined = new TreeMap<>(reserved);
    joined.putAll(more);
    return Collections.unmodifiableMap(joined);
  }
}
