package dev.leasehold.node.prove;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import dev.leasehold.node.persist.files.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The key that the registrar signs with, which is the server ({@code Caller.SERVER}) and not the
 * module of that name: Ed25519, kept as a JWK (RFC 8037) in the data directory and readable by the
 * owner only. Its id is the thumbprint of its public part (RFC 7638).
 */
public final class RegistrarKey {

  public static final String FILE_NAME = "registrar.key";

  /** The prefix of a key's 32 bytes in its standard encodings (RFC 8410). */
  private static final byte[] PKCS8_PREFIX =
      HexFormat.of().parseHex("302e020100300506032b657004220420");

  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");
  private static final int KEY_BYTES = 32;

  private final OctetKeyPair jwk;
  private final PrivateKey privateKey;
  private final PublicKey publicKey;
  private final String id;

  private RegistrarKey(OctetKeyPair jwk) throws GeneralSecurityException, JOSEException {
    KeyFactory keys = KeyFactory.getInstance(Ed25519.ALGORITHM);
    this.jwk = jwk;
    this.privateKey =
        keys.generatePrivate(new PKCS8EncodedKeySpec(joined(PKCS8_PREFIX, jwk.getDecodedD())));
    this.publicKey = publicKey(jwk.getDecodedX());
    this.id = jwk.computeThumbprint().toString();
  }

  /** A key that is kept nowhere. */
  public static RegistrarKey random() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(Ed25519.ALGORITHM).generateKeyPair();
      Base64URL x = Base64URL.encode(end(pair.getPublic().getEncoded()));
      Base64URL d = Base64URL.encode(end(pair.getPrivate().getEncoded()));
      return new RegistrarKey(new OctetKeyPair.Builder(Curve.Ed25519, x).d(d).build());
    } catch (GeneralSecurityException | JOSEException e) {
      throw new IllegalStateException("every JDK has Ed25519", e);
    }
  }

  /**
   * Reads the key of a data directory, or makes one if the directory is new.
   *
   * @throws IOException if the journal is there and the key that signed in it is not
   */
  public static RegistrarKey ensure(Path dataDirectory, Path journalFile) throws IOException {
    Path file = dataDirectory.resolve(FILE_NAME);
    if (Files.exists(file)) {
      OwnerOnly.file(file);
      return read(file);
    }
    if (Files.exists(journalFile)) {
      throw new IOException(
          ("%s is missing from %s, whose journal it has signed; put it back from a backup: with"
                  + " another key nobody could check what was signed before")
              .formatted(FILE_NAME, dataDirectory));
    }
    RegistrarKey made = random();
    OwnerOnly.write(file, made.jwk.toJSONString() + "\n");
    return made;
  }

  public static RegistrarKey read(Path file) throws IOException {
    try {
      OctetKeyPair jwk = OctetKeyPair.parse(Files.readString(file, StandardCharsets.UTF_8));
      if (!jwk.isPrivate() || !jwk.getCurve().equals(Curve.Ed25519)) {
        throw unreadable(file);
      }
      return new RegistrarKey(jwk);
    } catch (ParseException | GeneralSecurityException | JOSEException e) {
      // The failure is not passed as the cause: its message could quote the file.
      throw unreadable(file);
    }
  }

  private static IOException unreadable(Path file) {
    return new IOException(
        file + " holds no Ed25519 key as a JWK; put it back from a backup of the data directory");
  }

  /** The key of these 32 bytes, which are the public part of an Ed25519 key. */
  public static PublicKey publicKey(byte[] x) throws GeneralSecurityException {
    return KeyFactory.getInstance(Ed25519.ALGORITHM)
        .generatePublic(new X509EncodedKeySpec(joined(X509_PREFIX, x)));
  }

  private static byte[] joined(byte[] prefix, byte[] key) throws GeneralSecurityException {
    if (key.length != KEY_BYTES) {
      throw new GeneralSecurityException("an Ed25519 key has " + KEY_BYTES + " bytes");
    }
    return ByteBuffer.allocate(prefix.length + key.length).put(prefix).put(key).array();
  }

  private static byte[] end(byte[] encoded) {
    return Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length);
  }

  public String id() {
    return id;
  }

  public byte[] sign(byte[] content) {
    return Ed25519.sign(privateKey, content);
  }

  public boolean verifies(byte[] content, byte[] signature) {
    return Ed25519.verifies(publicKey, content, signature);
  }

  /** The public part, as a JWK set. */
  public String jwks() {
    OctetKeyPair shown =
        new OctetKeyPair.Builder(Curve.Ed25519, jwk.getX())
            .keyID(id)
            .keyUse(KeyUse.SIGNATURE)
            .build();
    return new JWKSet(shown).toString();
  }

  @Override
  public String toString() {
    return "registrar key " + id;
  }
}
