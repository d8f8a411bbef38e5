/** Who acted: a signed-in person, an operator with a command, the portal itself, or a company or its program. */
export type AuditActor = 'person' | 'operator' | 'portal' | 'company'

/**
 * An act for the audit: who did what to which resource. It contains no secret, no email address, no name of a person
 * and no part of a request's body. People and gateways appear as ids, a session as the beginning of its digest.
 * Specification 19.51.
 */
export type AuditAct = {
  actor: AuditActor
  /** The person who acted. For an operator's command, the person whom the command concerns. */
  personId: string | null
  /** The account on the operating system that ran an operator's command. */
  operator: string | null
  /** The reference to the session, as `sessionReference` returns it. */
  session: string | null
  /** The endpoint's name in contract/api.ts, or the name of an act outside the API, such as `sign-in`. */
  action: string
  gatewayId: string | null
  /** The serial number that a person entered in a claim, because the id of the gateway is not determined yet. */
  serial: string | null
  /** Further ids, counts and codes, and the names of companies and programs. */
  details: Readonly<Record<string, string | number | boolean | undefined>>
  requestId: string | null
  address: string | null
}

/**
 * The outcome of an act:
 * - `done`
 * - `broken-off`: the client disconnected during a download.
 * - `repeated`: the first answer was sent again, and nothing was done.
 * - `begun`: the act still runs, or the process ended before it recorded the outcome.
 * - any other value: the kind of the refusal.
 */
export type AuditOutcome = string

export type AuditRecord = AuditAct & { outcome: AuditOutcome }

/** The fields of an act that differ from null and empty. */
export type NewAuditAct = Pick<AuditAct, 'actor' | 'action'> & Partial<AuditAct>

const noPerson = {
  personId: null,
  operator: null,
  session: null,
  gatewayId: null,
  serial: null,
  details: {},
  requestId: null,
  address: null,
} as const

/** Creates an act with these fields; all other fields are null or empty. */
export function createAuditAct(facts: NewAuditAct): AuditAct {
  return { ...noPerson, ...facts }
}

/**
 * Returns the fields of a record for its log line. Omits fields that are null, and the id of the request, which the log
 * line already has.
 */
export function auditLogFieldsOf({ details, ...record }: AuditRecord): object {
  const present = Object.entries(record).filter(([name, value]) => value !== null && name !== 'requestId')
  return { ...Object.fromEntries(present), ...details }
}
