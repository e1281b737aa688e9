package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Decides changes of settings, and shows them to everybody. */
final class Configuring {

  private final State state;

  Configuring(State state) {
    this.state = state;
  }

  Reply set(Step step, Command.SetConfig set) {
    Refusal refusal =
        step.caller().isAdminOfAll()
            ? null
            : new Refusal.Forbidden("only an admin of all spaces may change the configuration");
    refusal = refusal != null ? refusal : Names.check("key", set.key());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    ConfigKey key = ConfigKey.of(set.key());
    if (key == null) {
      return Step.refuse(new Refusal.NoSuchSetting(set.key()));
    }
    if (!key.accepts(set.value())) {
      return Step.refuse(new Refusal.InvalidInput("value", key.expectation()));
    }
    if (!state.settings.get(key).value().equals(set.value())) {
      step.record(
          new Event.ConfigChanged(
              step.next(),
              step.tick(),
              step.wall(),
              key.text(),
              set.value(),
              step.caller().actor()));
    }
    return new Reply.OfSetting(state.settings.get(key));
  }

  Reply get() {
    return new Reply.Settings(state.settings.all());
  }

  /** Whoever waits already goes on waiting. */
  static @Nullable Refusal mustNotBlock(State state, long waitNanos) {
    return waitNanos == 0 || state.settings.config().blockingModeEnabled()
        ? null
        : new Refusal.InvalidInput(
            "wait", "waiting is switched off (blocking_mode_enabled); ask without a wait");
  }
}
