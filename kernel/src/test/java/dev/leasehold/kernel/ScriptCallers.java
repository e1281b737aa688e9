package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import java.util.List;

/**
 * Callers in a {@link Script}: {@code alice} is an agent, {@code admin} and {@code auditor} have
 * those roles, {@code auditor=alice} has the role of the one and the name of the other, {@code
 * alice:s,t} has a token for the spaces s and t, and {@code alice$p@t1<9s} may draw on the pool p
 * with the token t1, which ends at 9s. {@code alice!x@ip} has the IP token ip of the lease x.
 */
final class ScriptCallers {

  private ScriptCallers() {}

  static Caller parse(String word) {
    int until = word.indexOf('<');
    if (until >= 0) {
      Caller caller = parse(word.substring(0, until));
      long tick = ScriptDurations.parse(word.substring(until + 1));
      return new Caller(
          caller.actor(),
          caller.role(),
          caller.spaces(),
          caller.pool(),
          caller.tokenId(),
          tick,
          "");
    }
    int bound = word.indexOf('!');
    if (bound >= 0) {
      String[] lease = word.substring(bound + 1).split("@", -1);
      return new Caller(word.substring(0, bound), Role.AGENT, List.of(), "", lease[1], 0, lease[0]);
    }
    int draws = word.indexOf('$');
    if (draws >= 0) {
      Caller caller = parse(word.substring(0, draws));
      String[] pool = word.substring(draws + 1).split("@", -1);
      return new Caller(
          caller.actor(),
          caller.role(),
          caller.spaces(),
          pool[0],
          pool.length > 1 ? pool[1] : "",
          0,
          "");
    }
    int colon = word.indexOf(':');
    String who = colon < 0 ? word : word.substring(0, colon);
    List<String> spaces = colon < 0 ? List.of() : List.of(word.substring(colon + 1).split(","));
    int equals = who.indexOf('=');
    String role = equals < 0 ? who : who.substring(0, equals);
    return new Caller(who.substring(equals + 1), Role.parse(role).orElse(Role.AGENT), spaces);
  }
}
