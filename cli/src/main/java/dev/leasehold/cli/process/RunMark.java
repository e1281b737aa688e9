package dev.leasehold.cli.process;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/**
 * A variable in the environment that tells the processes of one run from all others. A run within a
 * run adds its own mark, so that the outer one finds the processes of both.
 */
record RunMark(String text, String variable) {

  static final String NAME = "LEASEHOLD_RUN";

  private static final int BYTES = 16;

  /** Enough for 31 nested runs; beyond that the marks of the outermost are dropped. */
  private static final int MAX_VARIABLE_CHARS = 1024;

  static RunMark within(Map<String, String> environment) {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    String text = HexFormat.of().formatHex(bytes);
    String outer = environment.getOrDefault(NAME, "");
    String both = outer.isEmpty() ? text : outer + ":" + text;
    return new RunMark(text, both.substring(Math.max(0, both.length() - MAX_VARIABLE_CHARS)));
  }
}
