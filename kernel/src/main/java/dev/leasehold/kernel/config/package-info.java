/** Settings, and providers with their encrypted keys: set up by an admin. */
@NullMarked
package dev.leasehold.kernel.config;

import org.jspecify.annotations.NullMarked;
