package dev.leasehold.node.serve;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the other end of a connection, where clients show certificates: the common name of the
 * subject, as an agent. A certificate was verified before anything is read from the connection.
 */
final class ClientCertificate {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9._@/-]{1," + Limits.MAX_NAME_BYTES + "}");

  private ClientCertificate() {}

  /** Of the request that this thread is serving; null if it came without a certificate. */
  static @Nullable Caller caller() {
    ServiceRequestContext context = ServiceRequestContext.currentOrNull();
    SSLSession session = context == null ? null : context.sslSession();
    return session == null ? null : caller(session);
  }

  private static @Nullable Caller caller(SSLSession session) {
    try {
      return caller(session.getPeerPrincipal().getName());
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }

  /** Of a subject in the form of RFC 2253. One with several common names is nobody's. */
  static @Nullable Caller caller(String subject) {
    try {
      List<String> names = new ArrayList<>();
      for (Rdn part : new LdapName(subject).getRdns()) {
        Attribute common = part.toAttributes().get("CN");
        for (int i = 0; common != null && i < common.size(); i++) {
          names.add(String.valueOf(common.get(i)));
        }
      }
      return names.size() == 1 && NAME.matcher(names.get(0)).matches()
          ? new Caller(names.get(0), Role.AGENT, List.of())
          : null;
    } catch (NamingException e) {
      return null;
    }
  }
}
