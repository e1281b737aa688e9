package dev.leasehold.node.operation.translate;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.Problem;

/** The answer to a request, for every surface to word. */
public sealed interface Answer {

  record Success(Message message) implements Answer {}

  record Refused(Problem problem) implements Answer {}
}
