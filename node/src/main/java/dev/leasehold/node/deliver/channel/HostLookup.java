package dev.leasehold.node.deliver.channel;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a name. */
@FunctionalInterface
public interface HostLookup {

  /** As the machine does it. */
  HostLookup SYSTEM = host -> List.of(InetAddress.getAllByName(host));

  List<InetAddress> find(String host) throws UnknownHostException;
}
