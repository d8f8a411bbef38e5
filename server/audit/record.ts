/** Who acted: a signed-in person, an operator with a command, or the portal by itself. */
export type Actor = 'person' | 'operator' | 'portal'

/**
 * One act, and who did it to what. It holds no secret, no email address, no name and nothing of a body: people and gateways
 * are named by their ids, a session by the beginning of its digest. Specification 19.51.
 */
export type AuditAct = {
  actor: Actor
  /** The person who acted, or whom an operator's command was about. */
  personId: string | null
  /** The account of the machine that ran an operator's command. */
  operator: string | null
  /** As `sessionReference` gives it. */
  session: string | null
  /** The endpoint's name in contract/api.ts, or the name of an act outside the API, such as `sign-in`. */
  action: string
  gatewayId: string | null
  /** Of a claim, which names its gateway by the serial number. */
  serial: string | null
  /** Further ids, counts and codes. */
  details: Readonly<Record<string, string | number | boolean>>
  requestId: string | null
  address: string | null
}

/**
 * - `done`
 * - `broken-off`: a download whose reader left.
 * - `repeated`: answered as the first time, and nothing was done.
 * - `begun`: nobody knows, since the process died meanwhile.
 * - any other: the kind of the refusal.
 */
export type Outcome = string

/** An act with what became of it. */
export type AuditRecord = AuditAct & { outcome: Outcome }

const nobody = {
  personId: null,
  operator: null,
  session: null,
  gatewayId: null,
  serial: null,
  details: {},
  requestId: null,
  address: null,
} as const

/** An act of which only these facts are known. */
export function actOf(facts: Pick<AuditAct, 'actor' | 'action'> & Partial<AuditAct>): AuditAct {
  return { ...nobody, ...facts }
}

/** What of a record stands in its log line, beside the request's id, which the line has anyway. */
export function lineOf({ details, ...record }: AuditRecord): object {
  const known = Object.entries(record).filter(([name, value]) => value !== null && name !== 'requestId')
  return { ...Object.fromEntries(known), ...details }
}
