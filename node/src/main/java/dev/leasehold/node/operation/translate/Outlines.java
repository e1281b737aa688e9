package dev.leasehold.node.operation.translate;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.leasehold.api.v1.EventData;
import dev.leasehold.api.v1.HistoryEvent;
import java.util.Set;

/**
 * Messages about the leases of others, with what an agent may know of them: no money, request ids,
 * proofs or notes. A field is left out unless it is named here, so that a new one does not slip
 * through.
 */
final class Outlines {

  private static final Set<String> OF_EVENT =
      names(
          """
          position tick lease_id policy space scope mode holder session state cause reason
          ended_by expires_at expires_at_tick ttl renewal_count max_renewals terminated_at
          fencing_token epoch labels parent_id new_lease_id to_holder priority waits_until
          ends_at left commit heartbeat_until
          """);

  private static final Set<String> OF_HISTORY =
      names(
          """
          position at tick type status_before status_after holder actor reason renewal_count
          expires_at epoch fencing_token commit
          """);

  private Outlines() {}

  private static Set<String> names(String text) {
    return Set.of(text.split("\\s+"));
  }

  static void cut(EventData.Builder event) {
    cut(event, OF_EVENT);
  }

  static void cut(HistoryEvent.Builder event) {
    cut(event, OF_HISTORY);
  }

  private static void cut(Message.Builder message, Set<String> kept) {
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      if (!kept.contains(field.getName())) {
        message.clearField(field);
      }
    }
  }
}
