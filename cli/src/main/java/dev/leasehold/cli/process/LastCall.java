package dev.leasehold.cli.process;

import java.util.List;
import java.util.Map;

/**
 * A program that the guard runs once all processes of the command are gone, if this process was
 * killed and can do nothing more itself. It gets some seconds, and nobody reads what it says.
 *
 * @param words the program and its arguments, which every user of the machine can see; if there are
 *     none, nothing is run
 * @param variables added to its environment, which only the same user can see
 */
public record LastCall(List<String> words, Map<String, String> variables) {

  public static final LastCall NONE = new LastCall(List.of(), Map.of());
}
