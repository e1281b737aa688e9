/**
 * The pure core of Leasehold. It reads no module but java.base, so that logging, SQL and networking
 * clients cannot even be named here; the annotations are for the compiler alone.
 */
module dev.leasehold.kernel {
  requires static org.jspecify;

  exports dev.leasehold.kernel;
  exports dev.leasehold.kernel.codec;
  exports dev.leasehold.kernel.scope;
}
