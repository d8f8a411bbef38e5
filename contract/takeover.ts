import * as z from 'zod/mini'
import { claim } from './claim.ts'

/**
 * The maximum number of takeovers that one person, and that all people together for one appliance, may start in 24
 * hours.
 */
export const maxTakeoversPerDay = 3

/** For how many days after the proof the owner may object. */
export const objectionDays = 14

/** If the owner has signed in within this many days before the proof, or since then, the owner must agree. */
export const activeOwnerDays = 30

/** For how many days after an objection the same person may not start another takeover of the appliance. */
export const takeoverBlockedDays = 90

/**
 * The steps of a takeover, for the person who started it. Specification 26.9.
 * - `keep-on`, `keep-off`: the person leaves the gateway as it is, until `nextAt`.
 * - `switch-off`, `switch-on`: the person must switch the gateway, before `nextAt`.
 * - `owner-asked`: the proof succeeded, and the owner may answer until `nextAt`.
 * - `done`: the person is the owner. `over`: it ended for `reason`.
 */
export const takeoverSteps = ['keep-on', 'switch-off', 'keep-off', 'switch-on', 'owner-asked', 'done', 'over'] as const

export type TakeoverStep = (typeof takeoverSteps)[number]

/**
 * Why a takeover ended without success.
 * - `too-early`: the gateway was switched before the step for it, or lost its connection by itself.
 * - `too-late`: the portal did not see in time that the gateway was switched.
 * - `cancelled`: by the person who started it.
 * - `objected`: by the owner or a co-owner. `refused`: by the operator.
 * - `not-agreed`: an active owner did not answer.
 * - `owner-changed`: the owner removed the appliance or handed it over.
 */
export const takeoverFailures = [
  'too-early',
  'too-late',
  'cancelled',
  'objected',
  'refused',
  'not-agreed',
  'owner-changed',
] as const

export type TakeoverFailure = (typeof takeoverFailures)[number]

/**
 * A takeover, for the person who started it. `cycle`: whether the gateway is switched off and on for the first or the
 * second time. `now`: the time of the server, because the clocks of telephones can be wrong. `nextAt` is null after the
 * end, `reason` unless the step is `over`, `connectionId` unless it is `done`. Times are RFC 3339.
 */
export const takeover = z.object({
  id: z.uuid(),
  step: z.enum(takeoverSteps),
  cycle: z.union([z.literal(1), z.literal(2)]),
  now: z.string(),
  nextAt: z.nullable(z.string()),
  reason: z.nullable(z.enum(takeoverFailures)),
  connectionId: z.nullable(z.uuid()),
})

export type Takeover = z.infer<typeof takeover>

/** The takeovers that this person has started in the last weeks, newest first. */
export const takeoverList = z.object({ items: z.array(takeover) })

/** The body of POST /api/2/connections/takeovers: the codes of the sticker, as in a claim. */
export const takeoverWrite = z.strictObject({ type: claim.shape.type, credentials: claim.shape.credentials })

export type TakeoverWrite = z.infer<typeof takeoverWrite>

/** The answer of the owner. A co-owner can only object. */
export const takeoverAnswer = z.strictObject({ agree: z.boolean() })

/**
 * A takeover after its proof, for the owner and co-owners. `name`: that of the person who started it; null if they have
 * given none. `until`: when the takeover is decided if nobody answers, RFC 3339.
 */
export const askedTakeover = z.object({ id: z.uuid(), name: z.nullable(z.string()), until: z.string() })

export type AskedTakeover = z.infer<typeof askedTakeover>
