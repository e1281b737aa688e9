package dev.leasehold.testing.process;

import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/** A gRPC client that sends any bytes as a message. */
final class RawGrpc implements AutoCloseable {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final ManagedChannel channel;

  private RawGrpc(ManagedChannel channel) {
    this.channel = channel;
  }

  static RawGrpc to(String url) {
    URI server = URI.create(url);
    return new RawGrpc(
        NettyChannelBuilder.forAddress(server.getHost(), server.getPort()).usePlaintext().build());
  }

  /** Calls a method of the lease service and returns the status that came back. */
  Status call(String method, String token, byte[] message) {
    return call(method, token, message, CallOptions.DEFAULT);
  }

  /** The same with the message compressed. */
  Status callPacked(String method, String token, byte[] message) {
    return call(method, token, message, CallOptions.DEFAULT.withCompression("gzip"));
  }

  private Status call(String method, String token, byte[] message, CallOptions options) {
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + token);
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("leasehold.v1.LeaseService/" + method)
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();
    try {
      ClientCalls.blockingUnaryCall(
          ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers)),
          descriptor,
          options.withDeadlineAfter(30, TimeUnit.SECONDS),
          message);
      return Status.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
