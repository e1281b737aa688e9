package dev.leasehold.node.serve;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.leasehold.kernel.IdScheme;
import dev.leasehold.kernel.Policy;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** New lease ids, in the form that the policy wants. */
final class LeaseIds {

  private static final Map<String, IdScheme> SCHEMES =
      Policy.BUILT_IN.stream().collect(Collectors.toMap(Policy::name, Policy::idScheme));

  private static final Pattern ULID_FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private LeaseIds() {}

  /** A policy that does not exist is refused later, whatever the id. */
  static String next(String policy) {
    return switch (SCHEMES.getOrDefault(policy, IdScheme.UUID)) {
      case UUID, CALLER_OR_UUID -> UUID.randomUUID().toString();
      case ULID -> UlidCreator.getMonotonicUlid().toString();
    };
  }

  /** For a lease that comes from another, whose policy is not known here: in the same form. */
  static String nextLike(String leaseId) {
    return next(ULID_FORM.matcher(leaseId).matches() ? Policy.CHECKOUT.name() : Policy.FILE.name());
  }
}
