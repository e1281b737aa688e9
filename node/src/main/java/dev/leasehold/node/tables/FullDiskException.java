package dev.leasehold.node.tables;

import org.jspecify.annotations.Nullable;

/** The disk is full. Nothing was written, and it may be tried again. */
public final class FullDiskException extends Exception {

  public FullDiskException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
