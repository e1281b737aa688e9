package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The policies under which leases are on work items, workflows and agents, not on files. */
final class ItemPolicies {

  private static final Set<String> ITEMS = Set.of("work", "workflow", "budget");
  private static final Set<String> FILES = Set.of("file", "checkout");

  private ItemPolicies() {}

  /**
   * Whether names under the policy are items. The server is asked only about policies that somebody
   * has added; one that it does not know is for it to refuse.
   */
  static boolean includes(@Nullable String policy, ServerOptions server) throws IOException {
    if (policy == null || FILES.contains(policy)) {
      return false;
    }
    if (ITEMS.contains(policy)) {
      return true;
    }
    List<Fields> all =
        server.connect().get(Address.of("/v1/policies")).fields().objects("policies");
    String name = policy;
    for (int step = 0; step < all.size() && !ITEMS.contains(name); step++) {
      name = baseOf(name, all);
    }
    return ITEMS.contains(name);
  }

  private static String baseOf(String name, List<Fields> all) {
    String base = "";
    for (Fields policy : all) {
      base = policy.text("name").equals(name) ? policy.text("base") : base;
    }
    return base;
  }
}
