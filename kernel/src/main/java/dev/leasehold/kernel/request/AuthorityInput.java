package dev.leasehold.kernel.request;

import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks allow-lists by themselves, without looking at the state. */
public final class AuthorityInput {

  private AuthorityInput() {}

  public static @Nullable Refusal check(@Nullable Authority authority) {
    if (authority == null) {
      return null;
    }
    Refusal refusal = checkNames("authority.workIds", authority.workIds());
    refusal = refusal != null ? refusal : checkNames("authority.tools", authority.tools());
    refusal =
        refusal != null ? refusal : checkNames("authority.namespaces", authority.namespaces());
    if (refusal != null) {
      return refusal;
    }
    return authority.namespaces().stream().allMatch(AuthorityInput::isNamespace)
        ? null
        : new InputRefusal.InvalidInput(
            "authority.namespaces",
            "a namespace neither begins nor ends with a slash, and has no empty names");
  }

  /** Segments between slashes, none of them empty. */
  public static boolean isNamespace(String text) {
    return !text.startsWith("/") && !text.endsWith("/") && !text.contains("//");
  }

  private static @Nullable Refusal checkNames(String field, Set<String> names) {
    if (names.size() > Limits.MAX_AUTHORITY_NAMES) {
      return new InputRefusal.InvalidInput(
          field, field + " has more than " + Limits.MAX_AUTHORITY_NAMES + " names");
    }
    for (String name : names) {
      if (!isName(name)) {
        return new InputRefusal.InvalidInput(
            field,
            "a name in " + field + " has 1 to " + Limits.MAX_AUTHORITY_NAME_BYTES + " bytes");
      }
    }
    return null;
  }

  public static boolean isName(String text) {
    return !text.isEmpty()
        && FieldChecks.isUnicode(text)
        && text.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_AUTHORITY_NAME_BYTES;
  }
}
