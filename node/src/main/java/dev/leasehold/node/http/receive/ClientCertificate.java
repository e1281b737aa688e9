package dev.leasehold.node.http.receive;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.policy.Limits;
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
 * The caller that a client's certificate names: the common name of its subject, as an agent. A
 * certificate was verified before anything is read from the connection.
 */
public final class ClientCertificate {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9._@/-]{1," + Limits.MAX_NAME_BYTES + "}");

  private ClientCertificate() {}

  /** The caller that the certificate names; null if there is no certificate or it names none. */
  public static @Nullable Caller caller(ServiceRequestContext ctx) {
    SSLSession session = ctx.sslSession();
    try {
      return session == null ? null : caller(session.getPeerPrincipal().getName());
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }

  /** The caller in a subject (RFC 2253); null unless it has one common name, and a valid one. */
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
