/**
 * The kind of actor: a signed-in person, an operator with a command, the portal itself, or a company or its program.
 */
export type Actor = 'person' | 'operator' | 'portal' | 'company'

/**
 * One act with its actor and its object. It holds no secret, no email address, no name of a person and no part of a
 * request's body: people and gateways appear as ids, a session as the beginning of its digest. Specification 19.51.
 */
export type AuditAct = {
  actor: Actor
  /** The person who acted, or the person whom an operator's command was about. */
  personId: string | null
  /** The user account that ran an operator's command. */
  operator: string | null
  /** The result of `sessionReference`. */
  session: string | null
  /** The endpoint's name in contract/api.ts, or the name of an act outside the API, such as `sign-in`. */
  action: string
  gatewayId: string | null
  /** The serial number in a claim, which has no id of the gateway. */
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
 * - `begun`: unknown, because the process ended before it recorded the outcome, or the act still runs.
 * - any other: the kind of the refusal.
 */
export type Outcome = string

/** An act with its outcome. */
export type AuditRecord = AuditAct & { outcome: Outcome }

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
export function actOf(facts: Pick<AuditAct, 'actor' | 'action'> & Partial<AuditAct>): AuditAct {
  return { ...noPerson, ...facts }
}

/**
 * The fields of a record that its log line has: those that are not null, without the request's id, which the line
 * already has.
 */
export function lineOf({ details, ...record }: AuditRecord): object {
  const present = Object.entries(record).filter(([name, value]) => value !== null && name !== 'requestId')
  return { ...Object.fromEntries(present), ...details }
}
