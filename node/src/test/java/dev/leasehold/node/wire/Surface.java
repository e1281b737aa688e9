package dev.leasehold.node.wire;

import java.util.function.Function;

/** Where operations can be reached. */
enum Surface {
  HTTP(HttpWire::new),
  GRPC(GrpcWire::new),
  STREAM(StreamWire::new);

  private final Function<String, Wire> wire;

  Surface(Function<String, Wire> wire) {
    this.wire = wire;
  }

  Wire connect(String url) {
    return wire.apply(url);
  }
}
