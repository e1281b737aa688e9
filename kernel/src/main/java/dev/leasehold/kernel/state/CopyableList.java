package dev.leasehold.kernel.state;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list in the order of arrival that items may leave. A copy costs an array of references and
 * stays as it was: an item that leaves is marked with how many copies were made before.
 */
public final class CopyableList<T extends CopyableList.Item> {

  /** An item of the list; it is in one such list at most. */
  public abstract static class Item {

    /** One more than the number of copies that were made before it went; 0 while it is there. */
    private int gone;
  }

  private @Nullable Item[] items = new @Nullable Item[16];
  private int first;
  private int end;
  private int size;
  private int copies;

  public int size() {
    return size;
  }

  void add(T item) {
    if (end == items.length) {
      closeGaps();
    }
    items[end++] = item;
    size++;
  }

  void remove(T item) {
    Item removed = item;
    removed.gone = copies + 1;
    size--;
    while (first < end && at(first).gone != 0) {
      items[first++] = null;
    }
    if (end - first > 2 * size + 16) {
      closeGaps();
    }
  }

  /** Removes the oldest and returns it. */
  @SuppressWarnings("unchecked") // nothing but a T was added
  T removeFirst() {
    T oldest = (T) at(first);
    remove(oldest);
    return oldest;
  }

  private Item at(int index) {
    return Objects.requireNonNull(items[index]);
  }

  private void closeGaps() {
    @Nullable Item[] kept = new @Nullable Item[Math.max(16, 2 * size)];
    int count = 0;
    for (int i = first; i < end; i++) {
      if (at(i).gone == 0) {
        kept[count++] = items[i];
      }
    }
    items = kept;
    first = 0;
    end = count;
  }

  /** Those that are there, the oldest first. Nothing may come or go meanwhile. */
  public Iterable<T> all() {
    return () -> new Those<>(items, first, end, Integer.MAX_VALUE);
  }

  /** Those that are there now, to be read later, on any thread. */
  public Copy<T> copy() {
    copies++;
    return new Copy<>(Arrays.copyOfRange(items, first, end), size, copies);
  }

  /** The items that were there at one moment. */
  public static final class Copy<T extends Item> implements Iterable<T> {

    private final @Nullable Item[] items;
    private final int size;
    private final int number;

    private Copy(@Nullable Item[] items, int size, int number) {
      this.items = items;
      this.size = size;
      this.number = number;
    }

    public int size() {
      return size;
    }

    /** Items that go while this is read were there, whether their marks are seen yet or not. */
    @Override
    public Iterator<T> iterator() {
      return new Those<>(items, 0, items.length, number);
    }
  }

  /** Goes through those that are there or went after a copy was made. */
  private static final class Those<T extends Item> implements Iterator<T> {

    private final @Nullable Item[] items;
    private final int end;
    private final int copy;
    private int next;

    Those(@Nullable Item[] items, int begin, int end, int copy) {
      this.items = items;
      this.end = end;
      this.copy = copy;
      this.next = begin;
    }

    @Override
    public boolean hasNext() {
      while (next < end) {
        int gone = Objects.requireNonNull(items[next]).gone;
        if (gone == 0 || gone > copy) {
          return true;
        }
        next++;
      }
      return false;
    }

    @Override
    @SuppressWarnings("unchecked") // nothing but a T was added
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return (T) Objects.requireNonNull(items[next++]);
    }
  }
}
