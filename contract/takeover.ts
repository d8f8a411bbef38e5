import * as z from 'zod/mini'
import { claim } from './claim.ts'

/**
 * The maximum number of takeovers in 24 hours. The limit applies to one person, and for one appliance to all people
 * together.
 */
export const maxTakeoversPerDay = 3

/** The number of days after the proof in which the owner can object. */
export const objectionDays = 14

/**
 * An owner is active if they signed in at most this many days before the proof, or after it. An active owner must
 * agree to the takeover.
 */
export const activeOwnerDays = 30

/** The number of days after an objection in which the same person cannot start another takeover of this appliance. */
export const takeoverBlockedDays = 90

/**
 * The steps of a takeover, as the person who started it sees them. Specification 26.9.
 * - `keep-on`, `keep-off`: the person leaves the gateway switched on, or off, until `nextAt`.
 * - `switch-off`, `switch-on`: the person must switch the gateway off, or on, before `nextAt`.
 * - `owner-asked`: the proof succeeded, and the owner may answer until `nextAt`.
 * - `done`: the person is the owner.
 * - `over`: the takeover ended without success; `reason` says why.
 */
export const takeoverSteps = ['keep-on', 'switch-off', 'keep-off', 'switch-on', 'owner-asked', 'done', 'over'] as const

export type TakeoverStep = (typeof takeoverSteps)[number]

/**
 * Why a takeover ended without success.
 * - `too-early`: the gateway was switched before the step for it, or lost its connection by itself.
 * - `too-late`: the portal did not detect in time that the gateway was switched.
 * - `cancelled`: the person who started the takeover cancelled it.
 * - `objected`: the owner or a co-owner objected.
 * - `refused`: the operator refused the takeover.
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
 * A takeover, as the person who started it sees it. Times are RFC 3339.
 * - `cycle`: whether the person switches the gateway off and on for the first or the second time.
 * - `now`: the time of the server, because the clocks of telephones can be wrong.
 * - `nextAt`: null after the end of the takeover.
 * - `reason`: null unless the step is `over`.
 * - `connectionId`: null unless the step is `done`.
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

/** The recent takeovers that this person has started, newest first. */
export const takeoverList = z.object({ items: z.array(takeover) })

/** The body of POST /api/2/connections/takeovers: the codes of the sticker, as in a claim. */
export const takeoverRequestBody = z.strictObject({ type: claim.shape.type, credentials: claim.shape.credentials })

export type TakeoverRequestBody = z.infer<typeof takeoverRequestBody>

/** The body of the answer to a takeover. `agree: false` is an objection. A co-owner can only object. */
export const takeoverAnswer = z.strictObject({ agree: z.boolean() })

/**
 * A takeover after its proof, as the owner and co-owners see it. `name`: the name of the person who started it, or null
 * if that person has saved no name. `until` (RFC 3339): when the takeover is decided if nobody answers.
 */
export const takeoverToAnswer = z.object({ id: z.uuid(), name: z.nullable(z.string()), until: z.string() })

export type TakeoverToAnswer = z.infer<typeof takeoverToAnswer>
