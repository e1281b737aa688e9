package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.Problem;

/** What a caller gets. */
sealed interface Answer {

  record Success(Message message) implements Answer {}

  record Refused(Problem problem) implements Answer {}
}
