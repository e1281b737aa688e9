package dev.leasehold.cli.hook;

import dev.leasehold.cli.naming.Coverage;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A file that a change touches.
 *
 * @param path in the repository, as git prints it
 * @param name in the space
 * @param isText whether git's name is UTF-8; a name of other bytes belongs to no lease by itself
 */
record ChangedFile(String path, String name, boolean isText) {

  boolean isCoveredBy(Coverage coverage) {
    return isText ? coverage.covers(name) : coverage.coversAround(name);
  }

  static ChangedFile of(String prefix, byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new ChangedFile(text, prefix + text, true);
    } catch (CharacterCodingException e) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      return new ChangedFile(text, prefix + text, false);
    }
  }
}
