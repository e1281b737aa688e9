package dev.leasehold.node.operation.translate;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AddPolicyRequest;
import dev.leasehold.api.v1.ListPoliciesRequest;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.policy.Mode;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Requests about the terms that leases are granted under. */
public final class PolicyRequests {

  private PolicyRequests() {}

  public static Command addPolicy(AddPolicyRequest request) {
    return new AdminCommand.AddPolicy(
        request.getName(),
        request.getBase(),
        nanos(request.hasDefaultTtl(), request.getDefaultTtl()),
        nanos(request.hasMaxTtl(), request.getMaxTtl()),
        request.hasMaxRenewals() ? request.getMaxRenewals() : null,
        nanos(request.hasGrace(), request.getGrace()),
        nanos(request.hasReminderLead(), request.getReminderLead()),
        modes(request),
        request.hasSigned() ? request.getSigned() : null,
        nanos(request.hasHeartbeat(), request.getHeartbeat()),
        request.hasDurableEpochs() ? request.getDurableEpochs() : null,
        request.hasExtensions() ? request.getExtensions() : null);
  }

  private static @Nullable Long nanos(boolean given, Duration duration) {
    return given ? WireTime.nanosFromZero(duration) : null;
  }

  private static @Nullable Set<Mode> modes(AddPolicyRequest request) {
    return request.getModesCount() == 0
        ? null
        : request.getModesList().stream().map(WireValues::mode).collect(Collectors.toSet());
  }

  public static Command listPolicies(ListPoliciesRequest request) {
    return new AdminCommand.ListPolicies();
  }
}
