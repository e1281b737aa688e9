package dev.leasehold.node.operation.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

  @Test
  void aLeaseIsWrittenWithNumbersAndListsButWithoutEmptyTexts() {
    Lease lease =
        Lease.newBuilder()
            .setLeaseId("l")
            .addScope("/a")
            .setMode(Lease.Mode.EXCLUSIVE)
            .setIssuedAt(Timestamp.newBuilder().setSeconds(1_800_000_000).setNanos(5_000_000))
            .setTtl(Duration.newBuilder().setSeconds(259_199).setNanos(900_000_000))
            .setExpiresAtTick(Long.MAX_VALUE)
            .setMaxRenewals(-1)
            .addFencePath(7)
            .putLabels("a", "\"é\n")
            .build();

    assertThat(text(lease))
        .isEqualTo(
            """
            {"leaseId":"l","scope":["/a"],"mode":"EXCLUSIVE","issuedAt":"2027-01-15T08:00:00.005Z",\
            "issuedAtTick":"0","expiresAtTick":"9223372036854775807","ttl":"259199.9s",\
            "renewalCount":0,"maxRenewals":-1,"fencingToken":"0","fencePath":["7"],"epoch":"0",\
            "labels":{"a":"\\"é\\n"}}\
            """);
  }

  @Test
  void whatAReaderWouldMissIsThere() {
    assertThat(text(CheckPathResponse.getDefaultInstance()))
        .isEqualTo("{\"free\":false,\"conflicts\":[]}");
    assertThat(text(ListLeasesResponse.getDefaultInstance())).isEqualTo("{\"leases\":[]}");
  }

  @Test
  void aProblemHasNothingThatDoesNotApply() {
    Problem problem = Problem.newBuilder().setStatus(404).setCode("NOT_FOUND").build();
    assertThat(new String(JsonWriter.writeSparsely(problem), StandardCharsets.UTF_8).strip())
        .isEqualTo("{\"status\":404,\"code\":\"NOT_FOUND\"}");
  }

  private static String text(Message message) {
    return new String(JsonWriter.write(message), StandardCharsets.UTF_8).strip();
  }
}
