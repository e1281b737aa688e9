package dev.leasehold.testing.mutants;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles one changed source file of the kernel against the classes of all others. */
final class Workshop {

  /** The kernel needs these annotations at compile time only. */
  private static final String NULLABLE =
      """
      package org.jspecify.annotations;
      @java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE)
      public @interface Nullable {}
      """;

  private final Path checkout;

  Workshop(Path checkout) {
    this.checkout = checkout;
  }

  String source(Mutant mutant) throws IOException {
    return Files.readString(checkout.resolve("kernel/src/main/java").resolve(mutant.path()));
  }

  Path kernelClasses() {
    return checkout.resolve("kernel/target/classes");
  }

  /** Puts the classes of the changed file into the folder. */
  void build(Mutant mutant, Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    boolean built =
        compiler
            .getTask(
                complaints,
                null,
                null,
                List.of("-d", folder.toString(), "-cp", kernelClasses().toString(), "-proc:none"),
                null,
                List.of(
                    new Source(mutant.path(), mutant.plantedIn(source(mutant))),
                    new Source("org/jspecify/annotations/Nullable.java", NULLABLE)))
            .call();
    if (!built) {
      throw new IllegalStateException("\"" + mutant.rule() + "\" does not compile: " + complaints);
    }
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String path, String text) {
      super(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
