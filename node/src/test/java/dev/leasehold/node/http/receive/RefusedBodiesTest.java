package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpRequestWriter;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.common.stream.StreamMessage;
import com.linecorp.armeria.common.stream.SubscriptionOption;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** The memory of a body is given back to its pool, however the body comes to its end. */
class RefusedBodiesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PIECE = 10_000;
  private static final int PIECES = 20;
  private static final int ROOM = PIECE * PIECES * 2;
  private static final int TOO_FEW = PIECE * PIECES / 2;

  private enum End {
    WHOLE(ROOM, ROOM),
    NO_ROOM_FOR_ITS_CALLER(ROOM, TOO_FEW),
    NO_ROOM_FOR_ANYBODY(TOO_FEW, ROOM),
    CONNECTION_LOST(ROOM, ROOM),
    ABORTED(ROOM, ROOM);

    private final Intake intake;

    End(long most, long mostOfOne) {
      intake = new Intake(most, mostOfOne);
    }

    boolean isSuccess() {
      return this == WHOLE;
    }
  }

  private final List<ByteBuf> pieces = new ArrayList<>();
  private final HttpRequestWriter request =
      HttpRequest.streaming(RequestHeaders.of(HttpMethod.POST, "/v1/leases"));
  private final ServiceRequestContext ctx = ServiceRequestContext.of(request);

  @ParameterizedTest
  @EnumSource
  void aRequest(End end) {
    CompletableFuture<?> whole =
        new Receiving(end.intake, end.intake).aggregate(ctx, request, "caller", ROOM);
    send(end);
    assertThat(whole.handle((body, failure) -> failure == null).join()).isEqualTo(end.isSuccess());
    assertEverythingIsGivenBack(end);
  }

  @ParameterizedTest
  @EnumSource
  void aRequestThatIsTakenPieceByPiece(End end) {
    Taking taking = new Taking(Long.MAX_VALUE);
    taking.subscribeTo(new Receiving(end.intake, end.intake).counted(ctx, request, "caller", ROOM));
    send(end);
    assertThat(taking.isWhole.join()).isEqualTo(end.isSuccess());
    assertEverythingIsGivenBack(end);
  }

  @ParameterizedTest
  @EnumSource
  void aStreamOfMessages(End end) {
    Taking taking = new Taking(Long.MAX_VALUE);
    taking.subscribeTo(new Receiving(end.intake, end.intake).stream(ctx, request, "caller"));
    send(end);
    assertThat(taking.isWhole.join()).isEqualTo(end.isSuccess());
    assertEverythingIsGivenBack(end);
  }

  @ParameterizedTest
  @EnumSource
  void aStreamThatIsGivenUp(End end) {
    Taking taking = new Taking(2);
    taking.subscribeTo(new Receiving(end.intake, end.intake).stream(ctx, request, "caller"));
    send(end);
    taking.isWhole.join();
    assertEverythingIsGivenBack(end);
  }

  /** Begins a message of gRPC that is never finished, so that all of it counts. */
  private void send(End end) {
    for (int i = 0; i < PIECES; i++) {
      ByteBuf piece = PooledByteBufAllocator.DEFAULT.buffer(PIECE);
      piece.writeByte(0).writeInt(Integer.MAX_VALUE).writeZero(PIECE - piece.readableBytes());
      pieces.add(piece);
      boolean unused = request.tryWrite(HttpData.wrap(piece));
    }
    switch (end) {
      case CONNECTION_LOST -> request.close(ClosedStreamException.get());
      case ABORTED -> request.abort();
      default -> request.close();
    }
  }

  private void assertEverythingIsGivenBack(End end) {
    await().atMost(PATIENCE).until(() -> pieces.stream().allMatch(piece -> piece.refCnt() == 0));
    ctx.logBuilder().endRequest();
    ctx.logBuilder().endResponse();
    await().atMost(PATIENCE).until(() -> end.intake.taken() == 0);
  }

  /** Takes pieces as they are in the pool, as gRPC does. */
  private static final class Taking implements Subscriber<HttpObject> {

    private final CompletableFuture<Boolean> isWhole = new CompletableFuture<>();
    private final long most;
    private long taken;
    private Subscription subscription;

    /**
     * @param most gives up after so many pieces
     */
    Taking(long most) {
      this.most = most;
    }

    void subscribeTo(StreamMessage<HttpObject> body) {
      body.subscribe(this, SubscriptionOption.WITH_POOLED_OBJECTS);
    }

    @Override
    public void onSubscribe(Subscription begun) {
      subscription = begun;
      begun.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(HttpObject object) {
      ((HttpData) object).close();
      if (++taken == most) {
        subscription.cancel();
        isWhole.complete(false);
      }
    }

    @Override
    public void onError(Throwable failure) {
      isWhole.complete(false);
    }

    @Override
    public void onComplete() {
      isWhole.complete(true);
    }
  }
}
