package dev.leasehold.client.workflows;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Checks the fields of an action against their limits. */
final class ActionLimits {

  private static final int MAX_TARGET_CHARACTERS = 100;

  private static final int MAX_DEPENDENCIES = 1_000;

  private static final int MAX_PRIORITY = 10;

  private static final int MAX_RETRIES = 10;

  private static final Duration MIN_TIMEOUT = Duration.ofMillis(100);

  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

  private ActionLimits() {}

  static void checkTarget(String target) {
    int length = target.codePointCount(0, target.length());
    require(
        length >= 1 && length <= MAX_TARGET_CHARACTERS,
        "target has 1 to " + MAX_TARGET_CHARACTERS + " characters, this one has " + length);
  }

  static List<UUID> checkDependencies(UUID actionId, List<UUID> dependencies) {
    require(!dependencies.contains(actionId), "dependencies: an action does not wait for itself");
    require(
        dependencies.size() <= MAX_DEPENDENCIES,
        "dependencies has at most " + MAX_DEPENDENCIES + ", this one " + dependencies.size());
    return List.copyOf(dependencies);
  }

  static void checkPriority(int priority) {
    require(
        priority >= 1 && priority <= MAX_PRIORITY,
        "priority is 1 to " + MAX_PRIORITY + ": " + priority);
  }

  static void checkTimeout(Duration timeout) {
    require(
        timeout.compareTo(MIN_TIMEOUT) >= 0 && timeout.compareTo(MAX_TIMEOUT) <= 0,
        "timeout is 100 to 300000 ms: " + timeout);
    require(
        timeout.equals(Duration.ofMillis(timeout.toMillis())),
        "timeout is in whole milliseconds: " + timeout);
  }

  static void checkRetries(int retries) {
    require(
        retries >= 0 && retries <= MAX_RETRIES, "retries is 0 to " + MAX_RETRIES + ": " + retries);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
