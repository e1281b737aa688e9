package dev.leasehold.testing.rules.broken.node.http;

import dev.leasehold.testing.rules.broken.node.Wiring;
import dev.leasehold.testing.rules.broken.node.persist.Store;
import java.sql.Connection;

/** Http may know neither what wires it, nor what persists, nor SQL. */
public class Surface {
  Wiring wiring;
  Store store;
  Connection connection;
}
