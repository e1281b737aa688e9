package dev.leasehold.node.sequence;

import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import java.util.function.Supplier;

/**
 * The current value of the setting {@code agents_see}, for code that shows leases without asking
 * the kernel. A change counts once it is durable, which is before anybody is told of it.
 */
public final class AgentVisibilitySetting implements DurableListener, Supplier<AgentsSee> {

  private volatile AgentsSee setting;

  /**
   * @param setting before anything else happens
   */
  public AgentVisibilitySetting(AgentsSee setting) {
    this.setting = setting;
  }

  @Override
  public AgentsSee get() {
    return setting;
  }

  @Override
  public void onDurableFacts(DurableBlock block) {
    for (Event event : block.events()) {
      if (event instanceof AdminEvent.ConfigChanged changed
          && changed.key().equals(ConfigKey.AGENTS_SEE.text())) {
        setting = AgentsSee.of(changed.value());
      }
    }
  }
}
