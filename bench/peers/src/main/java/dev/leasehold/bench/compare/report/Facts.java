package dev.leasehold.bench.compare.report;

import java.util.List;

/**
 * Facts that a reader of figures has to know.
 *
 * @param command as it was typed
 * @param date of the run
 * @param machine a line for each thing that matters
 * @param settings a line for each server
 * @param notes a line for each thing that was left out or went wrong
 */
public record Facts(
    String command, String date, List<String> machine, List<String> settings, List<String> notes) {}
