import type { GatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, faultSeverityOf } from '#contract/faults.ts'
import { dayMs, hourMs } from '#contract/durations.ts'

/** The minimum time in milliseconds for which a condition must last before it causes a notice. */
export type NoticeDelays = { errorMs: number; warningMs: number; offlineMs: number }

/**
 * A change of a gateway's status. `status`: the status of the gateway, which may be OFFLINE. `reported`: the status
 * in the last report. `at`: epoch milliseconds.
 */
export type StatusChange = { at: number; status: GatewayStatus; reported: GatewayStatus; faultCode: string | null }

/** Identifies a fault. If the severity of a code changes from WARNING to ERROR, that is another fault. */
export type FaultIdentity = { code: string | null; severity: FaultSeverity }

/**
 * A fault that has not ended, or whose end notice is not due yet. Times are in epoch milliseconds. `notifiedAt`: the
 * time when the start notice became due; null before that time.
 */
type Trouble = FaultIdentity & { since: number; endedAt: number | null; notifiedAt: number | null }

/**
 * The stored history of how often a fault began.
 * - `starts`: the times of its last beginnings.
 * - `notifiedAt`: the time when a notice about the fault was last due.
 * - `recurs`: `no` if the fault is not recurring; `waits` before the notice about the recurrence is recorded;
 *   `notified` after it. A fault is no longer recurring when it has not occurred for a day.
 */
type Recurrence = FaultIdentity & { starts: number[]; notifiedAt: number | null; recurs: 'no' | 'waits' | 'notified' }

/** The data about a gateway that the rules store between two judgements. */
export type GatewayNoticeState = {
  troubles: Trouble[]
  recurrences: Recurrence[]
  /** The times when the last notices about faults were due, the newest last. */
  recentNotices: number[]
  offline: { since: number; notifiedAt: number | null } | null
}

/**
 * A notice that is due. `trouble`: the name of a fault or lost connection that can end; people who got the start notice
 * also get the end notice. `at`: the time when the notice became due.
 */
export type DueGatewayNotice =
  | ({ kind: 'began'; at: number; trouble: string; since: number } & FaultIdentity)
  | ({ kind: 'recurs'; since: number; times: number } & FaultIdentity)
  | ({ kind: 'ended'; trouble: string; since: number; until: number } & FaultIdentity)
  | { kind: 'offline'; at: number; trouble: string; since: number }
  | { kind: 'online'; trouble: string; since: number; until: number }

/** A period in which at least one listener accepted reports, in epoch milliseconds. */
export type ListeningPeriod = { from: number; until: number }

/**
 * The result of judging a gateway. `dueAt`: the time at which to judge the gateway again if there is no new status
 * change, in epoch milliseconds; null if this is not necessary.
 */
export type GatewayJudgement = { memory: GatewayNoticeState; verdicts: DueGatewayNotice[]; dueAt: number | null }

/** The number of times that a fault must begin within a day to count as recurring. */
const recurringStarts = 4
/** The maximum number of fault notices for a gateway in an hour. */
const maxNoticesPerHour = 4
/**
 * The maximum number of stored faults of a gateway. A limit is necessary, because a gateway may report arbitrary
 * codes.
 */
const maxStoredFaults = 20

export const emptyGatewayNoticeState: GatewayNoticeState = {
  troubles: [],
  recurrences: [],
  recentNotices: [],
  offline: null,
}

export type GatewayToJudge = {
  memory: GatewayNoticeState
  /** The status changes since the last judgement, the oldest first. */
  changes: readonly StatusChange[]
  /** The periods in which listeners accepted reports, sorted, without overlaps. */
  listened: readonly ListeningPeriod[]
  now: number
  /**
   * The time when the first of the current holders got the gateway. Earlier notices and counts concern previous
   * holders.
   */
  heldSince: number
  noticeTimes: NoticeDelays
  /** The codes that the catalogue marks as emergencies. */
  emergencies: ReadonlySet<string>
}

/**
 * Judges a gateway: decides which notices are due by `now`. The result depends only on the arguments. The notices do
 * not depend on how often this function is called, because it also finds the notices that became due between two calls.
 * Specification 23.2 and 23.3.
 */
export function decideDueNotices({ memory, changes, now, heldSince, ...rules }: GatewayToJudge): GatewayJudgement {
  const judgementState: JudgementState = { ...rules, memory: memoryOfHolders(memory, heldSince), verdicts: [] }
  for (const one of changes) {
    addVerdictsUntil(judgementState, one.at)
    applyChange(judgementState, one)
  }
  addVerdictsUntil(judgementState, now)
  dropEndedState(judgementState.memory, now)
  return { memory: judgementState.memory, verdicts: judgementState.verdicts, dueAt: nextJudgement(judgementState, now) }
}

/**
 * Copies `memory` without the recurrences and notices from before `heldSince`, because they concern previous holders.
 * Specification 19.52.
 */
function memoryOfHolders(memory: GatewayNoticeState, heldSince: number): GatewayNoticeState {
  const gatewayMemory = structuredClone(memory)
  gatewayMemory.recurrences = gatewayMemory.recurrences.filter(({ starts }) =>
    starts.every((start) => start >= heldSince),
  )
  gatewayMemory.recentNotices = gatewayMemory.recentNotices.filter((moment) => moment >= heldSince)
  return gatewayMemory
}

type JudgementState = Pick<GatewayToJudge, 'listened' | 'noticeTimes' | 'emergencies'> & {
  memory: GatewayNoticeState
  verdicts: DueGatewayNotice[]
}

function applyChange(judgementState: JudgementState, { at, status, reported, faultCode }: StatusChange): void {
  const { memory, verdicts } = judgementState
  if (status === 'OFFLINE') memory.offline ??= { since: at, notifiedAt: null }
  else endSilence(memory, verdicts, at)
  // Ignores a report without a status. Such a report does not mean that the fault has ended.
  if (reported === 'UNKNOWN' || reported === 'OFFLINE') return
  const severity = faultSeverityOf(reported)
  const fault = severity && { code: faultCode, severity }
  for (const trouble of memory.troubles) if (!fault || !isSame(trouble, fault)) trouble.endedAt ??= at
  memory.troubles = memory.troubles.filter(({ endedAt, notifiedAt }) => endedAt === null || notifiedAt !== null)
  if (fault) beginFault(judgementState, fault, at)
}

function endSilence(memory: GatewayNoticeState, verdicts: DueGatewayNotice[], at: number): void {
  const { offline } = memory
  memory.offline = null
  if (offline === null || offline.notifiedAt === null) return
  verdicts.push({ kind: 'online', trouble: silenceTroubleName, ...periodOf(offline.since, at) })
}

function beginFault(judgementState: JudgementState, fault: FaultIdentity, at: number): void {
  const { memory } = judgementState
  const existing = memory.troubles.find((trouble) => isSame(trouble, fault))
  if (existing?.endedAt === null) return
  const recurrence = rememberStart(memory, fault, at)
  const recurs = recurrence.starts.length >= recurringStarts && !isEmergency(judgementState, fault)
  if (recurs && recurrence.recurs === 'no') recurrence.recurs = 'waits'
  // A fault that comes back before its end notice is due counts as not ended.
  if (existing) existing.endedAt = null
  else memory.troubles.push({ ...fault, since: at, endedAt: null, notifiedAt: null })
}

function rememberStart(memory: GatewayNoticeState, fault: FaultIdentity, at: number): Recurrence {
  const found = memory.recurrences.find((one) => isSame(one, fault))
  const recurrence: Recurrence = found ?? { ...fault, starts: [], notifiedAt: null, recurs: 'no' }
  const recent = recurrence.starts.filter((start) => start > at - dayMs)
  if (recent.length === 0) recurrence.recurs = 'no'
  recurrence.starts = [...recent, at].slice(-recurringStarts)
  memory.recurrences = [...memory.recurrences.filter((one) => one !== recurrence), recurrence].slice(-maxStoredFaults)
  return recurrence
}

/** Adds the notices that become due until `moment`, in the order of their times. */
function addVerdictsUntil(judgementState: JudgementState, moment: number): void {
  for (;;) {
    const [first] = dueNoticesOf(judgementState).toSorted((one, other) => one.at - other.at)
    if (!first || first.at > moment) return
    first.addVerdict(first.at)
  }
}

type DueNotice = { at: number; addVerdict: (at: number) => void }

function dueNoticesOf(judgementState: JudgementState): DueNotice[] {
  const { memory } = judgementState
  return [
    ...memory.troubles.flatMap((trouble) => troubleDue(judgementState, trouble)),
    ...memory.recurrences
      .filter(({ recurs }) => recurs === 'waits')
      .map((recurrence) => recurrenceDue(judgementState, recurrence)),
    ...silenceDue(judgementState),
  ]
}

function troubleDue(judgementState: JudgementState, trouble: Trouble): DueNotice[] {
  if (trouble.endedAt !== null) return [endDue(judgementState, trouble, trouble.endedAt)]
  return trouble.notifiedAt === null ? [beginningDue(judgementState, trouble)] : []
}

function beginningDue(judgementState: JudgementState, trouble: Trouble): DueNotice {
  const { memory, verdicts, noticeTimes } = judgementState
  if (isEmergency(judgementState, trouble)) return emergencyDue(judgementState, trouble)
  const recurrence = memory.recurrences.find((one) => isSame(one, trouble))
  const lasting = trouble.severity === 'ERROR' ? noticeTimes.errorMs : noticeTimes.warningMs
  // A recurring fault causes another start notice only if it lasts for an hour.
  const lasts = recurrence && recurrence.recurs !== 'no' ? Math.max(lasting, hourMs) : lasting
  const at = Math.max(trouble.since + lasts, nextNoticeAt(memory, recurrence))
  const addVerdict = (moment: number): void => {
    trouble.notifiedAt = moment
    rememberNotice(memory, recurrence, moment)
    const { code, severity, since } = trouble
    verdicts.push({ kind: 'began', at: moment, trouble: nameOf(trouble), code, severity, since })
  }
  return { at, addVerdict }
}

/**
 * Returns the start notice of an emergency, which is due immediately each time that the emergency begins. The notice
 * does not count for the limits of other faults.
 */
function emergencyDue({ verdicts }: JudgementState, trouble: Trouble): DueNotice {
  const addVerdict = (moment: number): void => {
    trouble.notifiedAt = moment
    const { code, severity, since } = trouble
    verdicts.push({ kind: 'began', at: moment, trouble: nameOf(trouble), code, severity, since })
  }
  return { at: trouble.since, addVerdict }
}

function isEmergency({ emergencies }: JudgementState, { code }: FaultIdentity): boolean {
  return code !== null && emergencies.has(code)
}

/**
 * Returns the end notice of a fault. The notice of any fault is due after the time for an ERROR, which is long enough
 * to be reliable and still short.
 */
function endDue({ memory, verdicts, noticeTimes }: JudgementState, trouble: Trouble, endedAt: number): DueNotice {
  const addVerdict = (): void => {
    memory.troubles = memory.troubles.filter((one) => one !== trouble)
    const { code, severity, since } = trouble
    verdicts.push({ kind: 'ended', trouble: nameOf(trouble), code, severity, ...periodOf(since, endedAt) })
  }
  return { at: endedAt + noticeTimes.errorMs, addVerdict }
}

function recurrenceDue({ memory, verdicts }: JudgementState, recurrence: Recurrence): DueNotice {
  const [since = 0] = recurrence.starts
  const addVerdict = (moment: number): void => {
    recurrence.recurs = 'notified'
    rememberNotice(memory, recurrence, moment)
    const { code, severity } = recurrence
    verdicts.push({ kind: 'recurs', code, severity, since, times: recurrence.starts.length })
  }
  return { at: Math.max(recurrence.starts.at(-1) ?? 0, nextNoticeAt(memory, recurrence)), addVerdict }
}

/**
 * Returns the earliest time of the next notice. The limits are one notice an hour about one fault, and
 * `maxNoticesPerHour` an hour about all faults of a gateway.
 */
function nextNoticeAt({ recentNotices }: GatewayNoticeState, recurrence: Recurrence | undefined): number {
  const [oldest = -Infinity] = recentNotices.length < maxNoticesPerHour ? [] : recentNotices
  return Math.max(recurrence?.notifiedAt ?? -Infinity, oldest) + hourMs
}

function rememberNotice(memory: GatewayNoticeState, recurrence: Recurrence | undefined, moment: number): void {
  if (recurrence) recurrence.notifiedAt = moment
  memory.recentNotices = [...memory.recentNotices, moment].slice(-maxNoticesPerHour)
}

function silenceDue({ memory: { offline }, verdicts, listened, noticeTimes }: JudgementState): DueNotice[] {
  if (offline === null || offline.notifiedAt !== null) return []
  const at = listenedFor(listened, offline.since, noticeTimes.offlineMs)
  if (at === null) return []
  const addVerdict = (moment: number): void => {
    offline.notifiedAt = moment
    verdicts.push({ kind: 'offline', at: moment, trouble: silenceTroubleName, since: offline.since })
  }
  return [{ at, addVerdict }]
}

/**
 * Returns the time at which listeners had accepted reports for `requiredMs` milliseconds after `since`; null if they
 * have not yet.
 */
function listenedFor(listened: readonly ListeningPeriod[], since: number, requiredMs: number): number | null {
  let wanted = requiredMs
  for (const { from, until } of listened) {
    const began = Math.max(from, since)
    if (until - began >= wanted) return began + wanted
    wanted -= Math.max(0, until - began)
  }
  return null
}

/** Removes state that can no longer affect a notice. So no state is stored for a gateway without faults. */
function dropEndedState(memory: GatewayNoticeState, now: number): void {
  memory.recentNotices = memory.recentNotices.filter((moment) => moment > now - hourMs)
  memory.recurrences = memory.recurrences.filter(
    (recurrence) =>
      recurrence.recurs === 'waits' ||
      (recurrence.notifiedAt ?? 0) > now - hourMs ||
      (recurrence.starts.at(-1) ?? 0) > now - dayMs ||
      memory.troubles.some((trouble) => isSame(trouble, recurrence)),
  )
}

/**
 * The minimum pause in ms before the rules check again whether a gateway is silent. Listeners record at intervals the
 * periods in which they accepted reports, so a record can be late.
 */
const judgeAgainMs = 15_000

function nextJudgement(judgementState: JudgementState, now: number): number | null {
  const { memory, listened, noticeTimes } = judgementState
  const dues = dueNoticesOf(judgementState).map(({ at }) => at)
  const { offline } = memory
  if (offline?.notifiedAt === null) {
    const listenedMs = listened.reduce(
      (sum, { from, until }) => sum + Math.max(0, until - Math.max(from, offline.since)),
      0,
    )
    dues.push(now + Math.max(noticeTimes.offlineMs - listenedMs, judgeAgainMs))
  }
  return dues.length === 0 ? null : Math.min(...dues)
}

/** Returns a period that does not end before it begins, even if the clock was set back in between. */
function periodOf(since: number, endedAt: number): { since: number; until: number } {
  return { since, until: Math.max(since, endedAt) }
}

const silenceTroubleName = 'offline'

function nameOf({ code, severity }: FaultIdentity): string {
  return `${severity} ${code ?? ''}`
}

function isSame(one: FaultIdentity, other: FaultIdentity): boolean {
  return one.code === other.code && one.severity === other.severity
}
