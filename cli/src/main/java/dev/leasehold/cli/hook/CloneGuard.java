package dev.leasehold.cli.hook;

import dev.leasehold.cli.naming.Coverage;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.RelativeTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Guards commits and pushes in somebody's clone. With a check-out of the project one changes only
 * files that it covers; without one, only files that nobody else holds.
 */
record CloneGuard(Api api, String space) {

  private static final String CHECKOUT = "checkout";

  /** The files of a change, from git. */
  interface Change {
    void visit(ChangedFiles.Visitor visitor) throws IOException;
  }

  Verdict judge(Change change) throws IOException {
    List<Fields> own = new ArrayList<>();
    Address mine =
        Address.of("/v1/leases").with("space", space).with("own", "true").with("state", "ACTIVE");
    Reply reply = api.leases(mine, own);
    own.removeIf(lease -> !isCheckout(lease));
    List<Coverage> checkouts = Coverage.ofAll(space, own, api);
    return checkouts.isEmpty()
        ? new OthersGuard(api, space).judge(change)
        : ofOwn(change, checkouts, reply.now());
  }

  static boolean isCheckout(Fields lease) {
    return !lease.text("checkoutType").isEmpty() || lease.text("policy").equals(CHECKOUT);
  }

  private Verdict ofOwn(Change change, List<Coverage> checkouts, Instant now) throws IOException {
    Offenders outside = new Offenders();
    String reason = "not in your check-out of " + words(checkouts, now);
    outside.find(
        () ->
            change.visit(
                file -> {
                  if (checkouts.stream().noneMatch(file::isCoveredBy)) {
                    outside.add(file, reason);
                  }
                  return !outside.isFull();
                }));
    return outside.isEmpty()
        ? Verdict.ALLOW
        : new Verdict.Deny(
            outside.lines(),
            "leave these files out, or check them out, too: leasehold checkout "
                + space
                + " PATH...");
  }

  private static String words(List<Coverage> checkouts, Instant now) {
    List<String> all = new ArrayList<>();
    for (Coverage each : checkouts) {
      Fields lease = each.lease();
      Instant end = lease.time("expiresAt");
      all.add(
          Patterns.line(lease.texts("scope"))
              + (end == null
                  ? ""
                  : ", for another " + RelativeTime.length(Duration.between(now, end)))
              + " (lease "
              + lease.text("leaseId")
              + ")");
    }
    return String.join(" and ", all);
  }
}
