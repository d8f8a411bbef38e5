/** The answer of the listener to a publication. Only MQTT 5 has reason codes. MQTT 5, sections 3.4.2.1 and 3.14.2.1. */
export type PublicationAnswer =
  /** A PUBACK for QoS 1, a PUBREC for QoS 2, nothing for QoS 0. */
  | { kind: 'acknowledge'; reasonCode?: number }
  /**
   * A refusal. In MQTT 3.1.1 the connection is closed; in MQTT 5 the acknowledgement has the reason code 0x87, not
   * authorized.
   */
  | { kind: 'forbid' }
  /** A disconnect without an acknowledgement. The gateway still has the publication, reconnects, and sends it again. */
  | { kind: 'disconnect'; reasonCode: number }

// The answer for a dropped report is an acknowledgement. MQTT 3.1.1 could refuse only by closing the connection, and
// the gateway would then send the report again endlessly.
const droppedReportAnswer: PublicationAnswer = { kind: 'acknowledge', reasonCode: 0x99 }

/**
 * All outcomes of a publication, with the answer to each. Metrics, log and traces use the names of the outcomes.
 * Specification 14.5.
 */
export const answerByPublicationOutcome = {
  /** The report is committed. */
  stored: { kind: 'acknowledge' },
  /** The publication is on the topic of the last will, but its payload is not `offline`. */
  ignored: { kind: 'acknowledge' },
  malformed: droppedReportAnswer,
  oversized: droppedReportAnswer,
  'unknown-topic': droppedReportAnswer,
  /** The database rejects this report as invalid. The other reports of its batch are stored. */
  unstorable: droppedReportAnswer,
  'foreign-topic': { kind: 'forbid' },
  /** The report cannot be stored now, so the gateway must send it again. */
  postponed: { kind: 'disconnect', reasonCode: 0x89 },
  'over-quota': { kind: 'disconnect', reasonCode: 0x97 },
  'malformed-packet': { kind: 'disconnect', reasonCode: 0x81 },
} as const satisfies Record<string, PublicationAnswer>

export type PublicationOutcome = keyof typeof answerByPublicationOutcome
