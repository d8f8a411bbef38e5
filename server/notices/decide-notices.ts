import type { NoticeEvent } from '#contract/notices.ts'
import type { Queryable } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { limitTimes } from './limit-times.ts'
import {
  type GatewayJudgement,
  type NoticeDelays,
  type StatusChange,
  type DueGatewayNotice,
  decideDueNotices,
  emptyGatewayNoticeState,
} from './notice-rules.ts'
import {
  type GatewayClaimedForJudgement,
  type GatewayHolder,
  claimGatewaysToJudge,
  deleteOpenTroubleRecipients,
  deleteGatewayNoticeStates,
  insertOpenTroubleRecipients,
  readGatewayHolders,
  readListeningPeriods,
  saveGatewayNoticeStates,
  deleteAndReturnStatusChanges,
} from './judgement/store.ts'
import { type NoticeRecordingDependencies, recordNotices } from './record-notices.ts'
import type { NoticeToRecord } from './store.ts'
import type { Services } from '#server/services.ts'

export type NoticeDecisionDependencies = Pick<Services, 'pool' | 'bus' | 'clock'> & {
  noticeTimes: NoticeDelays
  channels: NoticeRecordingDependencies['channels']
  findEmergencies: EmergencyFinder
}

/** Returns the fault codes among `codes` that the catalogue marks as emergencies. */
export type EmergencyFinder = (db: Queryable, codes: readonly string[]) => Promise<ReadonlySet<string>>

const rowsPerBatch = 500
/**
 * The time in milliseconds by which decisions about notices lag behind, because recent status changes may not be
 * committed yet.
 */
const commitDelayMs = 1_000

/**
 * Decides which notices are due for gateways that have new status changes or whose next judgement is due, and records
 * the notices. Returns the number of judged gateways.
 */
export async function decideAndRecordNotices(dependencies: NoticeDecisionDependencies): Promise<number> {
  for (let judgedCount = 0; ;) {
    const count = await inTransaction(dependencies.pool, async (transaction) => decideBatch(transaction, dependencies))
    judgedCount += count
    if (count < rowsPerBatch) return judgedCount
  }
}

/**
 * A judged gateway. `holders`: the people who have the gateway, sorted by the time when they added it. `emergencies`:
 * the fault codes that are emergencies.
 */
type JudgedGateway = GatewayJudgement &
  GatewayClaimedForJudgement & { holders: readonly GatewayHolder[]; emergencies: ReadonlySet<string> }

async function decideBatch(transaction: Transaction, dependencies: NoticeDecisionDependencies): Promise<number> {
  const { clock, noticeTimes } = dependencies
  const clockTime = clock.now()
  const now = clockTime - commitDelayMs
  const gatewaysToJudge = await claimGatewaysToJudge(transaction, { now: new Date(now), limit: rowsPerBatch })
  if (gatewaysToJudge.length === 0) return 0
  const gatewayIds = gatewaysToJudge.map(({ gatewayId }) => gatewayId)
  const statusChanges = await deleteAndReturnStatusChanges(transaction, gatewayIds)
  const holdersOf = Map.groupBy(
    await readGatewayHolders(transaction, { gatewayIds, now: clockTime }),
    ({ gatewayId }) => gatewayId,
  )
  const listeningPeriods = await readListeningPeriods(
    transaction,
    new Date(oldestSilence(gatewaysToJudge, statusChanges, now)),
  )
  const emergencies = await dependencies.findEmergencies(transaction, codesOf(gatewaysToJudge, statusChanges))
  const judgements = gatewaysToJudge.map((gateway) => {
    const { gatewayId, memory } = gateway
    const holders = holdersOf.get(gatewayId) ?? []
    const heldSince = holders[0]?.addedAt ?? now
    const changes = statusChanges.get(gatewayId) ?? []
    const judgement = decideDueNotices({
      ...limitTimes({ memory: memory ?? emptyGatewayNoticeState, changes }, clockTime),
      listened: listeningPeriods,
      heldSince,
      now,
      noticeTimes,
      emergencies,
    })
    return { ...gateway, holders, emergencies, ...judgement }
  })
  await saveJudgements(transaction, judgements)
  await recordVerdict(transaction, dependencies, judgements)
  return gatewaysToJudge.length
}

/** Returns the fault codes in the new status changes and in the stored states of the gateways. */
function codesOf(
  claimedGateways: readonly GatewayClaimedForJudgement[],
  statusChanges: ReadonlyMap<string, StatusChange[]>,
): string[] {
  const reportedCodes = [...statusChanges.values()].flatMap((ofGateway) => ofGateway.map(({ faultCode }) => faultCode))
  const rememberedTroubles = claimedGateways.flatMap(({ memory }) => [
    ...(memory?.troubles ?? []),
    ...(memory?.recurrences ?? []),
  ])
  const codes = [...reportedCodes, ...rememberedTroubles.map(({ code }) => code)].filter((code) => code !== null)
  return [...new Set(codes)]
}

function oldestSilence(
  claimedGateways: readonly GatewayClaimedForJudgement[],
  statusChanges: ReadonlyMap<string, StatusChange[]>,
  now: number,
): number {
  const since = claimedGateways.map(
    ({ gatewayId, memory }) => memory?.offline?.since ?? statusChanges.get(gatewayId)?.[0]?.at ?? now,
  )
  return Math.min(now, ...since)
}

async function saveJudgements(transaction: Transaction, judgedGateways: readonly JudgedGateway[]): Promise<void> {
  const [worth, obsolete] = [judgedGateways.filter(needsMemory), judgedGateways.filter((one) => !needsMemory(one))]
  await saveGatewayNoticeStates(transaction, worth)
  await deleteGatewayNoticeStates(
    transaction,
    obsolete.map(({ gatewayId }) => gatewayId),
  )
}

function needsMemory({ memory: { troubles, recurrences, recentNotices, offline } }: JudgedGateway): boolean {
  return offline !== null || troubles.length + recurrences.length + recentNotices.length > 0
}

async function recordVerdict(
  transaction: Transaction,
  { bus, channels, clock }: NoticeDecisionDependencies,
  judgedGateways: readonly JudgedGateway[],
): Promise<void> {
  // Records the notices one after the other. An end notice goes to the recipients of its start notice, which the same
  // run may have recorded just before.
  for (const gateway of judgedGateways) {
    for (const verdict of gateway.verdicts) {
      const holders = await recipientsOf(transaction, gateway, verdict)
      const notices = holders.map((holder) => noticeOf(gateway, verdict, holder))
      const recordedNotices = await recordNotices(transaction, { bus, channels, now: clock.now() }, notices)
      if (hasEnd(verdict))
        await insertOpenTroubleRecipients(transaction, recordedNotices.map(toOpenTrouble(gateway, verdict)))
    }
  }
}

/**
 * Returns the holders of the gateway who get the notice of a verdict. An end notice goes only to the recipients of its
 * start notice. The notice of a recurring fault goes to people who had the gateway when the fault first began. Any
 * other notice goes to people who had the gateway when the notice became due. Specification 19.52.
 */
async function recipientsOf(
  transaction: Transaction,
  { gatewayId, holders }: JudgedGateway,
  verdict: DueGatewayNotice,
): Promise<readonly GatewayHolder[]> {
  switch (verdict.kind) {
    case 'ended':
    case 'online': {
      const recordedPeople = await deleteOpenTroubleRecipients(transaction, { gatewayId, trouble: verdict.trouble })
      return holders.filter(({ personId }) => recordedPeople.has(personId))
    }
    case 'recurs':
      return holders.filter(({ addedAt }) => addedAt <= verdict.since)
    case 'began':
    case 'offline':
      return holders.filter(({ addedAt }) => addedAt <= verdict.at)
  }
}

function hasEnd(verdict: DueGatewayNotice): verdict is Extract<DueGatewayNotice, { kind: 'began' | 'offline' }> {
  return verdict.kind === 'began' || verdict.kind === 'offline'
}

function toOpenTrouble({ gatewayId }: JudgedGateway, { trouble }: { trouble: string }) {
  return ({ personId }: NoticeToRecord) => ({ personId, gatewayId, trouble })
}

function noticeOf(
  { gatewayId, brand, emergencies }: JudgedGateway,
  verdict: DueGatewayNotice,
  { personId, addedAt }: GatewayHolder,
): NoticeToRecord {
  const isEmergency = 'code' in verdict && verdict.code !== null && emergencies.has(verdict.code)
  const name = verdict.kind === 'recurs' ? `${verdict.severity} ${verdict.code ?? ''}` : verdict.trouble
  const dedupe = `${verdict.kind} ${gatewayId} ${verdict.since} ${name}`
  return { personId, gatewayId, brand, event: eventFor(verdict, addedAt), dedupe, isEmergency }
}

/**
 * Returns the event of a verdict for one person. If the event began before the person got the gateway, it begins at
 * that time.
 */
function eventFor(verdict: DueGatewayNotice, addedAt: number): NoticeEvent {
  const since = momentOf(Math.max(verdict.since, addedAt))
  switch (verdict.kind) {
    case 'began':
      return { kind: verdict.severity === 'ERROR' ? 'fault-began' : 'warning-lasts', code: verdict.code, since }
    case 'recurs': {
      const { code, severity, times } = verdict
      return { kind: 'fault-recurs', code, severity, since, times }
    }
    case 'ended': {
      const { code, severity, until } = verdict
      return { kind: 'fault-ended', code, severity, since, until: momentOf(until) }
    }
    case 'offline':
      return { kind: 'offline', since }
    case 'online':
      return { kind: 'back-online', since, until: momentOf(verdict.until) }
  }
}

function momentOf(at: number): string {
  return new Date(at).toISOString()
}
