package dev.leasehold.node.operation.translate;

import dev.leasehold.api.v1.GetConfigRequest;
import dev.leasehold.api.v1.SetConfigRequest;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;

/** Requests about the settings. */
public final class ConfigRequests {

  private ConfigRequests() {}

  public static Command getConfig(GetConfigRequest request) {
    return new AdminCommand.GetConfig();
  }

  public static Command setConfig(SetConfigRequest request) {
    return new AdminCommand.SetConfig(request.getKey(), request.getValue());
  }
}
