package dev.leasehold.node.deliver;

import dev.leasehold.node.persist.files.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The code that whoever reads an address confirms it with. Nothing that a caller gives or is shown
 * leads to it; the journal has its hash.
 */
public final class ConfirmationCode {

  /** Without letters and digits that look alike. */
  private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

  /** 60 bits: nobody guesses it in a day. */
  private static final int LENGTH = 12;

  private static final int GROUP = 4;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ConfirmationCode() {}

  /** Such as {@code K7QF-2MXA-9RTB}. */
  public static String random() {
    StringBuilder code = new StringBuilder();
    for (int i = 0; i < LENGTH; i++) {
      code.append(i > 0 && i % GROUP == 0 ? "-" : "");
      code.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
    }
    return code.toString();
  }

  /** Case, blanks and dashes are no part of it. */
  public static String hash(String code) {
    String plain = code.toUpperCase(Locale.ROOT).replaceAll("[\\s-]", "");
    return HexFormat.of().formatHex(Sha256.of(plain.getBytes(StandardCharsets.UTF_8)));
  }
}
