import { takeoverBlockedDays, type Takeover } from '#contract/takeover.ts'
import { dayMs } from '#contract/durations.ts'
import {
  type ApplianceCaller,
  type ApplianceChangeDependencies,
  changeApplianceUnderLock,
} from '#server/appliances/authorise-appliance-call.ts'
import { lockGatewayAndReadHolders } from '#server/appliances/store.ts'
import { recordDoneAct } from '#server/audit/store.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { refuseOldSignIn } from '#server/identity/session/fresh-sign-in.ts'
import type { Services } from '#server/services.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import type { ReceiptRecordFunction } from '#server/service-changes/consents/receipt-recorder.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { requireAccessManager } from '../policy.ts'
import { endTakeover } from './end-takeover.ts'
import {
  requireTakeoverStartedBy,
  requireReplaceableOwner,
  refuseAgreementByNonOwner,
  refuseTooManyTakeoverStarts,
  requireConnectedGateway,
} from './policy.ts'
import { readTrialState, readTakeoverResponse } from './read-takeover-response.ts'
import {
  findOpenTakeoverByGateway,
  findTakeoverById,
  insertTakeover,
  readGatewayConnectionState,
  lockAndReadRecentTakeoverStarts,
  readTakeoversStartedBy,
  wasTakeoverRefusedSince,
} from './store.ts'
import { completeTakeover } from './complete-takeover.ts'
import { type TrialWaitRange, chooseRandomTrialWaits } from './trial.ts'

export type TakeoverDependencies = ApplianceChangeDependencies & {
  recordReceipt: ReceiptRecordFunction
  takeoverWaits: TrialWaitRange
}

/**
 * The limits of the list of takeovers: it has the takeovers that the person started in the last `listedDays` days, at
 * most `maxListed`.
 */
const listedDays = 30
const maxListed = 10

/**
 * Starts a takeover of a gateway. The caller must have checked that the person has the gateway's codes. Specification
 * 26.9.
 * @throws Refusal `no-owner`, `already-added`, `takeover-open`, `takeover-refused`, `too-many-requests`,
 * `gateway-offline`
 */
export async function startTakeover(
  { database, persons, bus, clock, takeoverWaits }: TakeoverDependencies,
  { gatewayId, subject }: ApplianceCaller,
): Promise<Takeover> {
  const personId = await persons.personIdOf(subject)
  return inTransaction(database.pool, async (transaction) => {
    const now = clock.now()
    const owner = requireReplaceableOwner(await lockGatewayAndReadHolders(transaction, gatewayId, now), personId)
    await refuseOpen(transaction, bus, { gatewayId, now })
    const refusedSince = new Date(now - takeoverBlockedDays * dayMs)
    if (await wasTakeoverRefusedSince(transaction, { personId, gatewayId, since: refusedSince }))
      throw new Refusal('takeover-refused')
    const since = new Date(now - dayMs)
    refuseTooManyTakeoverStarts(await lockAndReadRecentTakeoverStarts(transaction, { personId, gatewayId, since }), now)
    requireConnectedGateway(await readGatewayConnectionState(transaction, gatewayId), now)
    const { personId: ownerId, ownerSince } = owner
    const waitsMs = chooseRandomTrialWaits(takeoverWaits)
    const newTakeover = { gatewayId, personId, ownerId, ownerSince, startedAt: new Date(now), waitsMs }
    const id = await insertTakeover(transaction, newTakeover)
    const started = { action: 'takeover-started', personId, gatewayId, details: { takeover: id } }
    await recordDoneAct(transaction, { actor: 'person', ...started, now })
    await publishServiceChange(transaction, bus, { gatewayId })
    return readTakeoverResponse(transaction, await readBack(transaction, id), now)
  })
}

/**
 * Throws if the appliance has an open takeover. If the trial of that takeover has failed, ends it instead.
 * @throws Refusal `takeover-open`
 */
async function refuseOpen(
  transaction: Transaction,
  bus: Services['bus'],
  { gatewayId, now }: { gatewayId: string; now: number },
): Promise<void> {
  const open = await findOpenTakeoverByGateway(transaction, gatewayId)
  if (!open) return
  const trial = await readTrialState(transaction, open, now)
  if (trial.kind !== 'failed') throw new Refusal('takeover-open')
  await endTakeover(transaction, bus, {
    takeover: open,
    outcome: trial.reason,
    actor: 'portal',
    actorId: null,
    now,
  })
}

async function readBack(transaction: Transaction, id: string) {
  const storedTakeover = await findTakeoverById(transaction, id)
  if (!storedTakeover) throw new Error('A stored takeover was not found')
  return storedTakeover
}

/** Returns the takeovers that a person has started in the last 30 days, at most 10, the newest first. */
export async function listTakeovers(
  { database: { pool }, persons, clock }: TakeoverDependencies,
  subject: ProviderSubject,
): Promise<Takeover[]> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  const since = new Date(now - listedDays * dayMs)
  const storedTakeovers = await readTakeoversStartedBy(pool, { personId, since, limit: maxListed })
  return Promise.all(storedTakeovers.map(async (one) => readTakeoverResponse(pool, one, now)))
}

type OwnTakeover = { takeoverId: string; subject: ProviderSubject }

/** Returns a takeover for the person who started it. @throws Refusal `not-found` (also if another person started it) */
export async function readTakeoverForStarter(
  { database: { pool }, persons, clock }: TakeoverDependencies,
  { takeoverId, subject }: OwnTakeover,
): Promise<Takeover> {
  const personId = await persons.personIdOf(subject)
  return readTakeoverResponse(
    pool,
    requireTakeoverStartedBy(await findTakeoverById(pool, takeoverId), personId),
    clock.now(),
  )
}

/**
 * Cancels an open takeover for the person who started it. @throws Refusal `not-found` (also if the takeover has ended)
 */
export async function cancelTakeover(
  { database, persons, bus, clock }: TakeoverDependencies,
  { takeoverId, subject }: OwnTakeover,
): Promise<void> {
  const personId = await persons.personIdOf(subject)
  await inTransaction(database.pool, async (transaction) => {
    const now = clock.now()
    const { gatewayId } = requireTakeoverStartedBy(await findTakeoverById(transaction, takeoverId), personId)
    await lockGatewayAndReadHolders(transaction, gatewayId, now)
    // Reads the takeover again, because it may have ended before the lock.
    const takeover = requireTakeoverStartedBy(await findTakeoverById(transaction, takeoverId), personId)
    if (takeover.outcome !== null) throw new Refusal('not-found')
    await endTakeover(transaction, bus, { takeover, outcome: 'cancelled', actor: 'person', actorId: personId, now })
  })
}

type Answer = ApplianceCaller & {
  takeoverId: string
  /**
   * Returns the time at which the person last signed in at the identity provider; null if the portal does not have it.
   */
  authenticatedAt(personId: string): Promise<Date | null>
  /** Parses the answer; call it only after the check of rights. @throws Refusal `rule-broken` */
  body(): { agree: boolean }
}

/**
 * Stores the answer of the owner or a co-owner to a takeover. The person who started the takeover must have switched
 * the gateway off and on as the portal asked. If the owner agrees shortly after a sign-in, the person who started the
 * takeover becomes the owner immediately. If the owner or a co-owner objects, the takeover ends. Specification 26.9.
 * @throws Refusal `not-found`, also if the switching is not complete or the takeover has ended; `not-allowed-in-role`,
 * `sign-in-too-old`, `rule-broken`
 */
export async function answerTakeover(
  dependencies: TakeoverDependencies,
  { takeoverId, authenticatedAt, body, ...caller }: Answer,
): Promise<void> {
  const { persons, bus, recordReceipt } = dependencies
  // Reads the time before the lock, because another connection of the database reads it.
  const signedInAt = await authenticatedAt(await persons.personIdOf(caller.subject))
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireAccessManager }, async (locked) => {
    const { transaction, gatewayId, personId: actorId, now } = locked
    const open = await findOpenTakeoverByGateway(transaction, gatewayId)
    if (open?.id !== takeoverId || open.decidedAt === null) throw new Refusal('not-found')
    const { agree } = body()
    const answerBase = { takeover: open, actor: 'person', actorId, now } as const
    if (!agree) return endTakeover(transaction, bus, { ...answerBase, outcome: 'objected' })
    refuseAgreementByNonOwner(locked.holder)
    refuseOldSignIn(signedInAt, now)
    return completeTakeover(transaction, { bus, recordReceipt }, answerBase)
  })
}
