package dev.leasehold.node.port;

import com.linecorp.armeria.common.FlagsProvider;
import com.linecorp.armeria.common.util.TlsEngineType;

/** Spares Armeria work that is of no use here. */
public final class ArmeriaFlags implements FlagsProvider {

  private static final String OFF = "off";

  /** Above Armeria's defaults, below the system properties of the person who runs it. */
  @Override
  public int priority() {
    return 100;
  }

  /** OpenSSL is loaded and tried out even where nothing speaks TLS. */
  @Override
  public TlsEngineType tlsEngineType() {
    return TlsEngineType.JDK;
  }

  /** The build fixes the versions. */
  @Override
  public Boolean warnNettyVersions() {
    return false;
  }

  /** A client that asks for the connection to be closed after the answer waits for that. */
  @Override
  public Long defaultHttp1ConnectionCloseDelayMillis() {
    return 0L;
  }

  /** Paths hold the ids of leases, so hardly one comes twice. */
  @Override
  public String parsedPathCacheSpec() {
    return OFF;
  }

  @Override
  public String routeCacheSpec() {
    return OFF;
  }

  @Override
  public String routeDecoratorCacheSpec() {
    return OFF;
  }
}
