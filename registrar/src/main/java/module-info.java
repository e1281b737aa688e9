/** The registrar. It reads the kernel and java.base; the annotations are for the compiler alone. */
module dev.leasehold.registrar {
  requires transitive dev.leasehold.kernel;
  requires static org.jspecify;

  exports dev.leasehold.registrar;
}
