/**
 * The pure core of Leasehold. It reads no module but java.base, so that logging, SQL and networking
 * clients cannot even be named here; the annotations are for the compiler alone.
 */
module dev.leasehold.kernel {
  requires static org.jspecify;

  exports dev.leasehold.kernel;
  exports dev.leasehold.kernel.access;
  exports dev.leasehold.kernel.budget;
  exports dev.leasehold.kernel.codec;
  exports dev.leasehold.kernel.command;
  exports dev.leasehold.kernel.config;
  exports dev.leasehold.kernel.event;
  exports dev.leasehold.kernel.notice;
  exports dev.leasehold.kernel.policy;
  exports dev.leasehold.kernel.refusal;
  exports dev.leasehold.kernel.scope;
  exports dev.leasehold.kernel.view;
}
