import type * as z from 'zod/mini'
import {
  type CreatedInvitation,
  type InvitationPreview,
  type invitationResendBody,
  type invitationRequestBody,
  invitationValidDays,
  maxInvitationsPerDay,
  maxOpenInvitations,
  maxPeoplePerAppliance,
} from '#contract/access.ts'
import type { GrantableRole } from '#contract/access-role.ts'
import { joinPagePath } from '#contract/pages.ts'
import type { Language } from '#contract/languages.ts'
import { dayMs } from '#contract/durations.ts'
import {
  type ApplianceCaller,
  type ApplianceChangeDependencies,
  type LockedApplianceCall,
  authoriseApplianceCall,
  changeApplianceUnderLock,
} from '#server/appliances/authorise-appliance-call.ts'
import { canEditServiceSettings } from '#server/appliances/policy.ts'
import {
  type Holder,
  addOrReplaceHolder,
  lockGatewayAndReadHolders,
  readGatewaySerialAndBrand,
} from '#server/appliances/store.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { displayNameOf } from '#server/identity/display-name.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { parseAccessEnd } from './person-access.ts'
import { type LinkMailRecipient, type LinkMailQueue, countLinkMailAgainstLimits, queueLinkMail } from './link-mails.ts'
import { type LinkCaller, createLinkToken } from './link-token.ts'
import { requireAccessManager, requireOpenLink, refuseInvalidAccessEnd } from './policy.ts'
import { recordAccessChange } from './events/record-access-change.ts'
import {
  saveInvitationAnswer,
  lockAndCountInvitationsSince,
  endInvitation,
  findInvitationByToken,
  insertInvitation,
  readOpenInvitations,
  updateAccess,
} from './store.ts'

export type InvitationDependencies = ApplianceChangeDependencies & {
  /** Returns the base URL of a brand's portal. */
  originOf(brand: string): string
  /** Sends the emails with links; null if the operator has not set up email. */
  linkMails: LinkMailQueue | null
}

/**
 * The arguments for a new link. `body` parses the options of the link. Call it only after the check of rights.
 *
 * @throws Refusal `rule-broken`
 */
type Wanted<Options> = ApplianceCaller & { language: Language; body(): Options }

/**
 * Creates an invitation, and emails its link if the body has an address. Only this answer contains the link, because
 * the portal stores only its digest. Specification 26.3.
 *
 * @throws Refusal `not-found`, `not-allowed-in-role`, `rule-broken`, `invitation-limit`; if the body has an address,
 * also `unavailable` and `too-many-requests`
 */
export async function inviteToAppliance(
  dependencies: InvitationDependencies,
  { language, body, ...caller }: Wanted<z.infer<typeof invitationRequestBody>>,
): Promise<CreatedInvitation> {
  const { personId } = await authoriseApplianceCall(dependencies, caller, requireAccessManager)
  const { role, until = null, email } = body()
  await countLinkMailAgainstLimits(dependencies.linkMails, { personId, email })
  return changeApplianceUnderLock(dependencies, { caller, requireRight: requireAccessManager }, async (lock) => {
    const accessEndsAt = parseAccessEnd(until)
    refuseInvalidAccessEnd(lock.holder, accessEndsAt, lock.now)
    const givenAccess = { role, accessEndsAt }
    await recordInvitation(lock, 'invitation-created', givenAccess)
    return createInvitation(dependencies, lock, { ...givenAccess, email, language })
  })
}

/**
 * Replaces an open invitation by an invitation with a new link. The earlier link no longer works. Specification 26.3.
 *
 * @throws Refusal `not-found`, `not-allowed-in-role`, `rule-broken`, `invitation-limit`; if the body has an address,
 * also `unavailable` and `too-many-requests`
 */
export async function replaceInvitation(
  dependencies: InvitationDependencies,
  { invitationId, language, body, ...caller }: WantedReplacement,
): Promise<CreatedInvitation> {
  const { personId } = await authoriseApplianceCall(dependencies, caller, requireAccessManager)
  const { email } = body() ?? {}
  await countLinkMailAgainstLimits(dependencies.linkMails, { personId, email })
  return changeApplianceUnderLock(dependencies, { caller, requireRight: requireAccessManager }, async (lock) => {
    const { gatewayId, now } = lock
    const query = { gatewayId, invitationId, now, answer: 'replaced' } as const
    const replacedInvitation = await endInvitation(lock.transaction, query)
    if (!replacedInvitation) throw new Refusal('not-found')
    refuseInvalidAccessEnd(lock.holder, replacedInvitation.accessEndsAt, lock.now)
    await recordInvitation(lock, 'invitation-replaced', replacedInvitation)
    return createInvitation(dependencies, lock, { ...replacedInvitation, email, language })
  })
}

type WantedReplacement = Wanted<z.infer<typeof invitationResendBody>> & { invitationId: string }

/** Ends an open invitation. Specification 26.3. @throws Refusal `not-found`, `not-allowed-in-role` */
export async function withdrawInvitation(
  dependencies: InvitationDependencies,
  { invitationId, ...caller }: ApplianceCaller & { invitationId: string },
): Promise<void> {
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireAccessManager }, async (lock) => {
    const { transaction, gatewayId, now } = lock
    const endedInvitation = await endInvitation(transaction, { gatewayId, invitationId, now, answer: 'cancelled' })
    if (!endedInvitation) throw new Refusal('not-found')
    await recordInvitation(lock, 'invitation-cancelled', endedInvitation)
    await publishServiceChange(transaction, dependencies.bus, { gatewayId })
  })
}

type Given = { role: GrantableRole; accessEndsAt: Date | null }

type InvitationAct = Pick<LockedApplianceCall, 'transaction' | 'gatewayId' | 'personId' | 'now'>

async function recordInvitation(
  { transaction, gatewayId, personId, now }: InvitationAct,
  kind: `invitation-${'created' | 'replaced' | 'cancelled' | 'declined'}`,
  { role, accessEndsAt }: Given,
): Promise<void> {
  const details = { role, until: accessEndsAt?.toISOString() }
  await recordActivity(transaction, { kind, actor: 'person', personId, gatewayId, details, now })
}

async function createInvitation(
  { bus, originOf, linkMails }: InvitationDependencies,
  { transaction, gatewayId, personId: invitedBy, holders, now }: LockedApplianceCall,
  { email, language, ...given }: Given & LinkMailRecipient,
): Promise<CreatedInvitation> {
  const open = await readOpenInvitations(transaction, gatewayId, now)
  if (open.length >= maxOpenInvitations || holders.length >= maxPeoplePerAppliance)
    throw new Refusal('invitation-limit')
  const since = new Date(now - dayMs)
  const recent = await lockAndCountInvitationsSince(transaction, { personId: invitedBy, since })
  if (recent >= maxInvitationsPerDay) throw new Refusal('invitation-limit')
  const { token, digest } = createLinkToken()
  const createdAt = new Date(now)
  const expiresAt = new Date(now + invitationValidDays * dayMs)
  const made = { ...given, gatewayId, tokenDigest: digest, invitedBy, createdAt, expiresAt }
  const id = await insertInvitation(transaction, made)
  const { brand } = await readGatewaySerialAndBrand(transaction, gatewayId)
  const link = { personId: invitedBy, gatewayId, token, brand, now: createdAt }
  await queueLinkMail(transaction, linkMails, { ...link, email, language })
  await publishServiceChange(transaction, bus, { gatewayId })
  return { id, url: `${originOf(brand)}${joinPagePath(token)}`, expiresAt: expiresAt.toISOString() }
}

/** Returns the content of an open invitation without changing it. Specification 26.3. @throws Refusal `not-found` */
export async function previewInvitation(
  { database, persons, clock }: InvitationDependencies,
  { tokenDigest, subject }: LinkCaller,
): Promise<InvitationPreview> {
  const personId = await persons.personIdOf(subject)
  const query = { tokenDigest, now: clock.now() }
  const { role, accessEndsAt, applianceType, city, ...inviter } = requireOpenLink(
    await findInvitationByToken(database.pool, query),
    personId,
  )
  return {
    kind: 'invitation',
    inviter: displayNameOf(inviter),
    appliance: { type: applianceType, city },
    role,
    until: accessEndsAt?.toISOString() ?? null,
    keeps: [],
  }
}

type Answer = LinkCaller & { accept: boolean }

/**
 * Accepts or declines an invitation. Of several simultaneous answers, only the first counts. Returns the id of the
 * appliance, or null if the person declined. Specification 26.3.
 *
 * @throws Refusal `not-found` if the invitation is not open, `already-added`, `invitation-limit` if too many people
 * have access
 */
export async function answerInvitationByToken(
  { database, persons, bus, clock }: InvitationDependencies,
  { tokenDigest, subject, accept }: Answer,
): Promise<string | null> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  const query = { tokenDigest, now }
  return inTransaction(database.pool, async (transaction) => {
    const { gatewayId } = requireOpenLink(await findInvitationByToken(transaction, query), personId)
    const holders = await lockGatewayAndReadHolders(transaction, gatewayId, now)
    // Reads the invitation again under the lock: another person may have answered, or a manager may have cancelled.
    const invitation = requireOpenLink(await findInvitationByToken(transaction, query), personId)
    const { id } = invitation
    await saveInvitationAnswer(transaction, { id, answer: accept ? 'accepted' : 'declined', personId })
    if (!accept) {
      await recordInvitation({ transaction, gatewayId, personId, now }, 'invitation-declined', invitation)
      await publishServiceChange(transaction, bus, { gatewayId })
      return null
    }
    await give(transaction, { ...invitation, holders, personId, now })
    const { role, accessEndsAt } = invitation
    const accessChange = { gatewayId, personId, kind: 'given', role, accessEndsAt, way: 'invitation' } as const
    await recordAccessChange(transaction, bus, { ...accessChange, actorId: personId, now })
    return gatewayId
  })
}

type Giving = Given & { gatewayId: string; holders: readonly Holder[]; personId: string; now: number }

/**
 * Gives a person the access of an invitation. A person who already has access can accept only if they are a viewer and
 * the invitation makes them a co-owner.
 *
 * @throws Refusal `already-added`, `invitation-limit`
 */
async function give(
  transaction: Transaction,
  { gatewayId, holders, personId, role, accessEndsAt: endsAt, now }: Giving,
): Promise<void> {
  const at = new Date(now)
  const coOwnerSince = role === 'CO_OWNER' ? at : null
  const currentHolder = holders.find((holder) => holder.personId === personId)
  if (currentHolder && (canEditServiceSettings(currentHolder) || role === 'VIEWER')) throw new Refusal('already-added')
  if (currentHolder) return updateAccess(transaction, { gatewayId, personId, coOwnerSince, endsAt })
  if (holders.length >= maxPeoplePerAppliance) throw new Refusal('invitation-limit')
  await addOrReplaceHolder(transaction, {
    personId,
    gatewayId,
    addedAt: at,
    ownerSince: null,
    coOwnerSince,
    endsAt,
    faultsSince: null,
  })
}
