package dev.leasehold.cli.terminal;

/** The few colours there are, as ANSI sequences. */
public enum Colour {
  PLAIN("0"),
  BOLD("1"),
  DIM("2"),
  RED("31"),
  GREEN("32"),
  YELLOW("33");

  static final String END = "\u001b[0m";

  private final String code;

  Colour(String code) {
    this.code = code;
  }

  String begin() {
    return "\u001b[" + code + "m";
  }
}
