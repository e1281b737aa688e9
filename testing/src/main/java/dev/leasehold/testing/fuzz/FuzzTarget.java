package dev.leasehold.testing.fuzz;

/** The methods that Jazzer calls by name. The first argument says which reader to try. */
public final class FuzzTarget {

  private static Reader reader = Reader.EVENTS;

  private FuzzTarget() {}

  public static void fuzzerInitialize(String[] arguments) {
    reader = Reader.valueOf(arguments[0]);
  }

  public static void fuzzerTestOneInput(byte[] input) {
    reader.accept(input);
  }
}
