/** Months for which telemetry is kept; whole months are deleted. Decisions 5. */
export const telemetryKeptMonths = 24

/** A gateway that is silent for so long is OFFLINE. Decisions 5. */
export const silentAfterMs = 15 * 60 * 1000
