package dev.leasehold.cli.process;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.List;

/** A list of C strings that ends with a null pointer, in memory that lives as long as this. */
final class CStrings {

  private final Memory strings;
  private final Memory pointers;

  CStrings(List<byte[]> words) {
    long bytes = words.stream().mapToLong(word -> word.length + 1L).sum();
    this.strings = new Memory(Math.max(1, bytes));
    this.pointers = new Memory((words.size() + 1L) * Native.POINTER_SIZE);
    long offset = 0;
    for (int i = 0; i < words.size(); i++) {
      byte[] word = words.get(i);
      strings.write(offset, word, 0, word.length);
      strings.setByte(offset + word.length, (byte) 0);
      pointers.setPointer((long) i * Native.POINTER_SIZE, strings.share(offset));
      offset += word.length + 1L;
    }
    pointers.setPointer((long) words.size() * Native.POINTER_SIZE, Pointer.NULL);
  }

  Pointer array() {
    return pointers;
  }

  Pointer first() {
    return strings;
  }
}
