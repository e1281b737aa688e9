package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.state.Settings;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;

/** Decides changes of settings, and shows them to everybody. */
public final class Configuring {

  private Configuring() {}

  public static Reply set(Step step, AdminCommand.SetConfig set) {
    Refusal refusal =
        step.caller().isAdminOfAll()
            ? null
            : new AccessRefusal.Forbidden(
                "only an admin of all spaces may change the configuration");
    refusal = refusal != null ? refusal : Names.check("key", set.key());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    ConfigKey key = ConfigKey.of(set.key());
    if (key == null) {
      return Step.refuse(new NotFoundRefusal.NoSuchSetting(set.key()));
    }
    if (!key.accepts(set.value())) {
      return Step.refuse(new InputRefusal.InvalidInput("value", key.expectation()));
    }
    if (!step.state.settings.get(key).value().equals(set.value())) {
      step.record(
          new AdminEvent.ConfigChanged(step.at(), key.text(), set.value(), step.caller().actor()));
    }
    return new Reply.OfSetting(step.state.settings.get(key));
  }

  public static Reply get(State state) {
    return new Reply.Settings(state.settings.all());
  }

  public static void changed(State state, AdminEvent.ConfigChanged e) {
    ConfigKey key = Settings.known(e.key());
    state.settings.put(new Setting(key, e.value(), e.wallNanos(), e.changedBy()));
  }
}
