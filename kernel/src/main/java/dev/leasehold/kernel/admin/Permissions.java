package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the permissions that an issuer writes into a token for others to read. */
final class Permissions {

  private Permissions() {}

  static @Nullable Refusal check(List<String> permissions) {
    if (permissions.size() > Limits.MAX_PERMISSIONS_PER_TOKEN) {
      return new InputRefusal.InvalidInput(
          "permissions",
          "a token names at most " + Limits.MAX_PERMISSIONS_PER_TOKEN + " permissions");
    }
    for (int i = 0; i < permissions.size(); i++) {
      int length = permissions.get(i).getBytes(StandardCharsets.UTF_8).length;
      if (length == 0 || length > Limits.MAX_PERMISSION_BYTES) {
        return new InputRefusal.InvalidInput(
            "permissions[" + i + "]",
            "a permission has 1 to " + Limits.MAX_PERMISSION_BYTES + " bytes");
      }
    }
    return null;
  }
}
