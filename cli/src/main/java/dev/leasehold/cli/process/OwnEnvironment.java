package dev.leasehold.cli.process;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** This process's environment byte by byte, whatever the locale makes of it, and changes to it. */
final class OwnEnvironment {

  private OwnEnvironment() {}

  /**
   * @param changes names and values in ASCII that replace or are added
   */
  static List<byte[]> with(Map<String, String> changes) {
    List<byte[]> entries = new ArrayList<>();
    for (byte[] entry : current()) {
      if (!changes.containsKey(name(entry))) {
        entries.add(entry);
      }
    }
    changes.forEach(
        (name, value) -> entries.add((name + "=" + value).getBytes(StandardCharsets.UTF_8)));
    return entries;
  }

  private static List<byte[]> current() {
    Pointer array = NativeLibrary.getProcess().getGlobalVariableAddress("environ").getPointer(0);
    List<byte[]> entries = new ArrayList<>();
    for (long i = 0; ; i += Native.POINTER_SIZE) {
      Pointer entry = array.getPointer(i);
      if (entry == null) {
        return entries;
      }
      entries.add(entry.getByteArray(0, length(entry)));
    }
  }

  private static int length(Pointer string) {
    return Math.toIntExact(string.indexOf(0, (byte) 0));
  }

  private static String name(byte[] entry) {
    String text = new String(entry, StandardCharsets.ISO_8859_1);
    int end = text.indexOf('=');
    return end < 0 ? text : text.substring(0, end);
  }
}
