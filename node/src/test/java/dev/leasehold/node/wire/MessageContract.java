package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.ListLeasesRequest;
import org.junit.jupiter.api.Test;

/** Faults that only messages in bytes can have; for JSON see {@code BadInputTest}. */
abstract class MessageContract extends WireContract {

  MessageContract(Surface surface) {
    super(surface);
  }

  @Test
  void whatTheServerDoesNotKnowIsRefused() {
    UnknownFieldSet later =
        UnknownFieldSet.newBuilder()
            .addField(
                99,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("60s"))
                    .build())
            .build();
    AcquireRequest.Builder fine = acquire("unknown", "/a");
    assertThat(admin.refusedField(fine.clone().setUnknownFields(later))).isEqualTo("#99");
    assertThat(admin.refusedField(fine.clone().setModeValue(77))).isEqualTo("mode");
    assertThat(admin.refusedField(fine.clone().putLabels("a", "\0"))).isEqualTo("labels[0].value");
    assertThat(admin.refusedField(fine.clone().setTtl(seconds(Long.MAX_VALUE)))).isEqualTo("ttl");
    assertThat(admin.refusedField(fine.clone().setTtl(seconds(Long.MIN_VALUE)))).isEqualTo("ttl");
  }

  @Test
  void anUnknownStateHasACodeOfItsOwn() {
    admin.refused(400, "INVALID_LEASE_STATE", ListLeasesRequest.newBuilder().addStateValue(99));
  }
}
