package dev.leasehold.registrar;

/** The result of reading something that others wrote. */
public sealed interface Parsed<T> {

  record Valid<T>(T value) implements Parsed<T> {}

  record Invalid<T>(LeaseError error) implements Parsed<T> {}
}
