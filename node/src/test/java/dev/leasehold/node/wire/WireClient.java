package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import java.util.concurrent.TimeUnit;

/** Somebody with a token, on one of the surfaces. */
record WireClient(Wire wire, String token) {

  /** Much longer than a busy machine takes. */
  static final long PATIENCE_SECONDS = 60;

  Wire.Sent send(Message.Builder request) {
    return wire.send(token, request.build());
  }

  /** The reply to a request that has to succeed. */
  <T extends Message> T ask(Class<T> reply, Message.Builder request) {
    return reply(reply, send(request));
  }

  Lease lease(Message.Builder request) {
    return ask(Lease.class, request);
  }

  String leaseId(Message.Builder request) {
    return lease(request).getLeaseId();
  }

  Problem refused(int status, String code, Message.Builder request) {
    return refused(status, code, send(request));
  }

  /** The name of the field because of which the request is refused. */
  String refusedField(Message.Builder request) {
    return refused(400, "INVALID_INPUT", request).getField();
  }

  static <T extends Message> T reply(Class<T> reply, Wire.Sent sent) {
    Message answer = answer(sent);
    assertThat(answer).isInstanceOf(reply);
    return reply.cast(answer);
  }

  static Lease lease(Wire.Sent sent) {
    return reply(Lease.class, sent);
  }

  static Problem refused(int status, String code, Wire.Sent sent) {
    Problem problem = reply(Problem.class, sent);
    assertThat(problem.getCode()).as(problem.toString()).isEqualTo(code);
    assertThat(problem.getStatus()).isEqualTo(status);
    assertThat(problem.getTitle()).isNotBlank();
    assertThat(problem.getDetail()).isNotBlank().doesNotContain("Exception");
    return problem;
  }

  static Message answer(Wire.Sent sent) {
    return sent.answer().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }
}
