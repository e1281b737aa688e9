package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.node.text.NearestName;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The policies under which leases are on work items, workflows and agents, not on files. */
public final class ItemPolicies {

  private static final Set<String> ITEMS = Set.of("work", "workflow", "budget");
  private static final Set<String> FILES = Set.of("file", "checkout", "lfs");

  private ItemPolicies() {}

  /**
   * Whether names under the policy are items. The server is asked only about policies that somebody
   * has added; one that it does not know is for it to refuse.
   */
  public static boolean includes(@Nullable String policy, ServerOptions server) throws IOException {
    if (policy == null || FILES.contains(policy)) {
      return false;
    }
    if (ITEMS.contains(policy)) {
      return true;
    }
    List<Fields> all = all(server);
    String name = policy;
    for (int step = 0; step < all.size() && !ITEMS.contains(name); step++) {
      name = baseOf(name, all);
    }
    return ITEMS.contains(name);
  }

  /** Refuses a policy that there is not, where the server would only find nothing under it. */
  public static void requireExisting(@Nullable String policy, ServerOptions server)
      throws IOException {
    if (policy == null || FILES.contains(policy) || ITEMS.contains(policy)) {
      return;
    }
    List<String> names = all(server).stream().map(each -> each.text("name")).toList();
    if (!names.contains(policy)) {
      throw new CallFailedException(
          Exit.USAGE,
          "there is no policy "
              + policy
              + "; leasehold policy ls shows them all"
              + NearestName.question(policy, names));
    }
  }

  private static List<Fields> all(ServerOptions server) throws IOException {
    return server.connect().get(Address.of("/v1/policies")).fields().objects("policies");
  }

  private static String baseOf(String name, List<Fields> all) {
    String base = "";
    for (Fields policy : all) {
      base = policy.text("name").equals(name) ? policy.text("base") : base;
    }
    return base;
  }
}
