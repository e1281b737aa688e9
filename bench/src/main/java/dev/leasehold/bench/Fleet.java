package dev.leasehold.bench;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Names as a fleet of agents would make them, the same in every run. */
final class Fleet {

  static final String SPACE = "monorepo";
  static final int HOLDERS = 4_000;

  private Fleet() {}

  /** An agent's name of 40 bytes. */
  static String holder(int index) {
    return "agent-%06d@fleet-%02d.build.example.org.".formatted(index, index % 64);
  }

  static Caller[] callers() {
    return IntStream.range(0, HOLDERS)
        .mapToObj(index -> new Caller(holder(index), Role.AGENT, List.of()))
        .toArray(Caller[]::new);
  }

  /** A file's path of 40 bytes. */
  static String path(int index, int directories) {
    return "/src/module-%04d/Component-%08d.java".formatted(index % directories, index);
  }

  /** As many directories as there are files in each: 1,000 with 1,000 files for a million. */
  static String[] paths(int count) {
    int directories = (int) Math.ceil(Math.sqrt(count));
    return IntStream.range(0, count)
        .mapToObj(index -> path(index, directories))
        .toArray(String[]::new);
  }

  static Scope[] files(int count) {
    return Stream.of(paths(count)).map(Fleet::plain).toArray(Scope[]::new);
  }

  static Scope plain(String path) {
    return valid(Scope.parse(List.of(), List.of(path)));
  }

  static Scope glob(String pattern) {
    return valid(Scope.parse(List.of(pattern), List.of()));
  }

  private static Scope valid(Scope.Parsed parsed) {
    return switch (parsed) {
      case Scope.Parsed.Valid valid -> valid.scope();
      case Scope.Parsed.Invalid invalid -> throw new IllegalStateException(invalid.detail());
    };
  }

  /** Lease ids of 36 characters. */
  static String[] leaseIds(int count) {
    SplittableRandom random = new SplittableRandom(36);
    String[] ids = new String[count];
    for (int i = 0; i < count; i++) {
      ids[i] = leaseId(random);
    }
    return ids;
  }

  static String leaseId(SplittableRandom random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
