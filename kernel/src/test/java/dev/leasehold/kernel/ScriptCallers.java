package dev.leasehold.kernel;

import java.util.List;

/**
 * Callers in a {@link Script}: {@code alice} is an agent, {@code admin} and {@code auditor} have
 * those roles, {@code auditor=alice} has the role of the one and the name of the other, and {@code
 * alice:s,t} has a token for the spaces s and t.
 */
final class ScriptCallers {

  private ScriptCallers() {}

  static Caller parse(String word) {
    int colon = word.indexOf(':');
    String who = colon < 0 ? word : word.substring(0, colon);
    List<String> spaces = colon < 0 ? List.of() : List.of(word.substring(colon + 1).split(","));
    int equals = who.indexOf('=');
    String role = equals < 0 ? who : who.substring(0, equals);
    return new Caller(who.substring(equals + 1), Role.parse(role).orElse(Role.AGENT), spaces);
  }
}
