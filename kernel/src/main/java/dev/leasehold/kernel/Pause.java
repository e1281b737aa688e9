package dev.leasehold.kernel;

/**
 * The last period in which the server stood still and could receive nothing: stopped, starved, down
 * or waiting for its disk. A heartbeat that fell due then counts anew from when it was over.
 *
 * @param fromTick the last tick at which the server was seen to work
 * @param toTick when it was back
 * @param leewayTick holders that the pause has cut off have until then to come back
 */
public record Pause(long fromTick, long toTick, long leewayTick) {

  /** The server has never stood still. */
  public static final Pause NONE = new Pause(0, 0, 0);

  /** Whether the holder may have been unable to send the heartbeat that was due at the tick. */
  public boolean excuses(long heartbeatDeadlineTick, long heartbeatNanos) {
    return fromTick < heartbeatDeadlineTick
        && heartbeatDeadlineTick <= leewayTick
        && heartbeatDeadlineTick - heartbeatNanos < toTick;
  }
}
