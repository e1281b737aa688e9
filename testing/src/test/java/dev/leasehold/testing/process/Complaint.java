package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.RunningProcess;
import java.util.List;

/** The sentence that a server which refuses to start says to the person who started it. */
record Complaint(String sentence) {

  private static final String NAME = "leasehold: ";

  static Complaint of(RunningProcess ended) {
    assertThat(ended.errors()).doesNotContain("\tat ", "Exception");
    List<String> lines = ended.errors().lines().filter(line -> line.startsWith(NAME)).toList();
    assertThat(lines).as(ended.errors()).hasSize(1);
    assertThat(ended.errors().strip()).endsWith(lines.get(0));
    return new Complaint(lines.get(0).substring(NAME.length()));
  }

  void says(String... parts) {
    assertThat(sentence).contains(parts);
  }
}
