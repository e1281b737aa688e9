package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tells which files a lease covers, by the same rules as the server. */
public final class Coverage {

  private final Fields lease;
  private final Scope scope;
  private final boolean ignoresCase;

  private Coverage(Fields lease, Scope scope, boolean ignoresCase) {
    this.lease = lease;
    this.scope = scope;
    this.ignoresCase = ignoresCase;
  }

  public static Coverage of(Fields lease, Api api) throws IOException {
    return ofAll(lease.text("space"), List.of(lease), api).get(0);
  }

  /** The coverage of leases of one space, which the server is asked about once at most. */
  public static List<Coverage> ofAll(String space, List<Fields> leases, Api api)
      throws IOException {
    List<Scope> scopes =
        leases.stream().map(lease -> Scope.ofCanonical(lease.texts("scope"))).toList();
    boolean ignoresCase =
        !scopes.stream().allMatch(Scope::isEverything)
            && api.get(Address.of("/v1/spaces/", space, "")).fields().isTrue("caseInsensitive");
    List<Coverage> all = new ArrayList<>();
    for (int i = 0; i < scopes.size(); i++) {
      all.add(new Coverage(leases.get(i), scopes.get(i), ignoresCase));
    }
    return all;
  }

  public Fields lease() {
    return lease;
  }

  /** Whether a file may be changed, by its name in the space. */
  public boolean covers(String name) {
    if (!scope.isEverything()
        && Scope.parse(List.of(), List.of(name)) instanceof Scope.Parsed.Valid valid) {
      return contains(valid.scope());
    }
    return coversAround(name);
  }

  /** Whether a file may be changed whose name no lease can have: it is, with its directory. */
  public boolean coversAround(String name) {
    if (scope.isEverything()) {
      return true;
    }
    for (int slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
      String directory = name.substring(0, slash + 1);
      if (Scope.parse(List.of(), List.of(directory)) instanceof Scope.Parsed.Valid valid) {
        return contains(valid.scope());
      }
    }
    return false;
  }

  private boolean contains(Scope part) {
    if (!ignoresCase) {
      return scope.contains(part, StepLimit.unbounded());
    }
    return part.withoutCase() instanceof Scope.Parsed.Valid folded
        && scope.contains(folded.scope(), StepLimit.unbounded());
  }
}
