package dev.leasehold.node.serve;

import dev.leasehold.api.v1.GetConfigRequest;
import dev.leasehold.api.v1.SetConfigRequest;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;

/** Requests about the settings. */
final class ConfigRequests {

  private ConfigRequests() {}

  static Call getConfig(Caller caller, GetConfigRequest request) {
    return Replies.submit(new Command.GetConfig());
  }

  static Call setConfig(Caller caller, SetConfigRequest request) {
    return Replies.submit(new Command.SetConfig(request.getKey(), request.getValue()));
  }
}
