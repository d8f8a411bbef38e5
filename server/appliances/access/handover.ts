import type * as z from 'zod/mini'
import {
  type CreatedHandover,
  type OpenHandover,
  handoverValidDays,
  type handoverRequestBody,
} from '#contract/handover.ts'
import { joinPagePath } from '#contract/pages.ts'
import type { Language } from '#contract/languages.ts'
import { dayMs } from '#contract/durations.ts'
import {
  type ApplianceCaller,
  type ApplianceChangeDependencies,
  authoriseApplianceCall,
  changeApplianceUnderLock,
} from '#server/appliances/authorise-appliance-call.ts'
import { readGatewaySerialAndBrand } from '#server/appliances/store.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { Refusal } from '#server/http/refusals.ts'
import { refuseOldSignIn } from '#server/identity/session/fresh-sign-in.ts'
import { publishAccessChange } from './events/record-access-change.ts'
import { insertAccessEvent } from './events/store.ts'
import { type LinkMailQueue, countLinkMailAgainstLimits, queueLinkMail } from './link-mails.ts'
import { createLinkToken } from './link-token.ts'
import type { PersonRefEncoder } from './person-ref.ts'
import { requireOwner } from './policy.ts'
import { cancelUnansweredHandover, insertHandover, readOpenHandover, toOpenHandover } from './handover/store.ts'

export type HandoverDependencies = ApplianceChangeDependencies & {
  personRefs: PersonRefEncoder
  /** Returns the base URL of a brand's portal. */
  originOf(brand: string): string
  /** Sends the emails with links; null if the operator has not set up email. */
  linkMails: LinkMailQueue | null
}

type HandoverStart = ApplianceCaller & {
  /**
   * Returns the time at which the person signed in at the identity provider; null if the portal does not have this
   * time.
   */
  authenticatedAt(personId: string): Promise<Date | null>
  language: Language
  /** Parses the body of the request. Call it only after the check of rights. @throws Refusal `rule-broken` */
  body(): z.infer<typeof handoverRequestBody>
}

/**
 * Starts a hand-over, and emails its link if the body has an address. Only this answer contains the link, because the
 * portal stores only its digest. Specification 26.10.
 *
 * @throws Refusal `not-found`, `not-allowed-in-role`, `sign-in-too-old`, `rule-broken`, `handover-open`; if the body
 * has an address, also `unavailable` and `too-many-requests`
 */
export async function startHandover(
  dependencies: HandoverDependencies,
  { language, authenticatedAt, body, ...caller }: HandoverStart,
): Promise<CreatedHandover> {
  const { bus, originOf, linkMails } = dependencies
  const owner = await authoriseApplianceCall(dependencies, caller, requireOwner)
  refuseOldSignIn(await authenticatedAt(owner.personId), owner.now)
  const { shareFaultHistory = false, email } = body()
  await countLinkMailAgainstLimits(linkMails, { personId: owner.personId, email })
  return changeApplianceUnderLock(dependencies, { caller, requireRight: requireOwner }, async (locked) => {
    const { transaction, gatewayId, personId, now } = locked
    if (await readOpenHandover(transaction, { gatewayId, now })) throw new Refusal('handover-open')
    // Cancels an open hand-over that has expired, in case the role `jobs` has not handled its expiry yet.
    await cancelUnansweredHandover(transaction, gatewayId)
    const { token, digest } = createLinkToken()
    const [createdAt, expiresAt] = [new Date(now), new Date(now + handoverValidDays * dayMs)]
    const startedHandover = { gatewayId, tokenDigest: digest, startedBy: personId, sharesFaults: shareFaultHistory }
    await insertHandover(transaction, { ...startedHandover, createdAt, expiresAt })
    await insertAccessEvent(transaction, {
      ...handoverEventFieldsOf(gatewayId, personId),
      kind: 'handover-end',
      dueAt: expiresAt,
    })
    await recordActivity(transaction, {
      kind: 'handover-started',
      ...handoverActivityFieldsOf({ gatewayId, personId, now }),
    })
    await publishAccessChange(transaction, bus, gatewayId)
    const { brand } = await readGatewaySerialAndBrand(transaction, gatewayId)
    const link = { personId, gatewayId, token, brand, now: createdAt }
    await queueLinkMail(transaction, linkMails, { ...link, email, language })
    return { url: `${originOf(brand)}${joinPagePath(token)}`, expiresAt: expiresAt.toISOString() }
  })
}

/**
 * Returns the open hand-over to its owner. @throws Refusal `not-found` (also if none is open), `not-allowed-in-role`
 */
export async function readOpenHandoverForOwner(
  dependencies: HandoverDependencies,
  caller: ApplianceCaller,
): Promise<OpenHandover> {
  const { gatewayId, now } = await authoriseApplianceCall(dependencies, caller, requireOwner)
  const handover = await readOpenHandover(dependencies.database.pool, { gatewayId, now })
  if (!handover) throw new Refusal('not-found')
  return toOpenHandover(handover)
}

/** Cancels the open hand-over. @throws Refusal `not-found` (also if none is open), `not-allowed-in-role` */
export async function cancelHandover(dependencies: HandoverDependencies, caller: ApplianceCaller): Promise<void> {
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireOwner }, async (locked) => {
    const { transaction, gatewayId, personId, now } = locked
    if (!(await readOpenHandover(transaction, { gatewayId, now }))) throw new Refusal('not-found')
    await cancelUnansweredHandover(transaction, gatewayId)
    await recordActivity(transaction, {
      kind: 'handover-cancelled',
      ...handoverActivityFieldsOf({ gatewayId, personId, now }),
    })
    await publishAccessChange(transaction, dependencies.bus, gatewayId)
  })
}

/** Returns the fields of an activity about a hand-over, except its kind. `personId` is the person who acted. */
export function handoverActivityFieldsOf(by: { gatewayId: string; personId: string; now: number }) {
  return { ...by, actor: 'person', details: {} } as const
}

/**
 * Returns the fields of an access event about a hand-over, except its kind and time. `personId` is the person who
 * started the hand-over.
 */
export function handoverEventFieldsOf(gatewayId: string, personId: string) {
  return { gatewayId, personId, role: null, accessEndsAt: null, actorId: personId } as const
}
