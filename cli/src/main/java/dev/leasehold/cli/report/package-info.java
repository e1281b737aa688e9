/** Reports of what was spent: as charts, pictures and rows. */
@NullMarked
package dev.leasehold.cli.report;

import org.jspecify.annotations.NullMarked;
