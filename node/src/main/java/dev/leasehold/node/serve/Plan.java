package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import dev.leasehold.kernel.Caller;
import dev.leasehold.node.serve.codec.MalformedInput;

/** Says what a request comes to. Values that the kernel refuses go to the kernel. */
@FunctionalInterface
interface Plan<Q extends Message> {

  /**
   * @throws MalformedInput for a value that the kernel has no form for
   */
  Call of(Caller caller, Q request) throws MalformedInput;
}
