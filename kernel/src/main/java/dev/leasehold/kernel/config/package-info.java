/** What an admin sets up: settings, and providers with their encrypted keys. */
@NullMarked
package dev.leasehold.kernel.config;

import org.jspecify.annotations.NullMarked;
