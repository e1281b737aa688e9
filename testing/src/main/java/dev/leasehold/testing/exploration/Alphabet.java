package dev.leasehold.testing.exploration;

import java.util.List;

/**
 * A few actions, to be tried in every order.
 *
 * @param beginning the actions that every way begins with
 */
public record Alphabet(String name, List<Action> beginning, List<Action> actions) {
  public Alphabet {
    beginning = List.copyOf(beginning);
    actions = List.copyOf(actions);
  }
}
