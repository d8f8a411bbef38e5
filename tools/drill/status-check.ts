import { setTimeout as pause } from 'node:timers/promises'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { FaultToNotify, AcknowledgedStatuses } from './appliance-faults.ts'
import { countNotices, readStoredStatuses } from './store.ts'

/**
 * The time limit for a notification, in ms. In this time a killed `jobs` process, which sends notifications, restarts.
 */
const notificationTimeoutMs = 60_000
const pollEveryMs = 1_000
/**
 * The time limit for the first fault, in ms. It is longer than the 15 seconds that the fault lasts, because a killed
 * listener delays the acknowledgement.
 */
const firstFaultTimeoutMs = 60_000

/** Describes the acknowledged statuses that are not stored. Skips gateways whose status changes during the check. */
export async function findWrongStatuses(url: string, { settled }: AcknowledgedStatuses): Promise<string[]> {
  const before = new Map(settled)
  const found = await readStoredStatuses(url, [...before.keys()])
  return [...before].flatMap(([gatewayId, reported]) => {
    if (settled.get(gatewayId) !== reported) return []
    const kept = found.get(gatewayId)
    if (kept?.reported === reported.status && kept.code === reported.code) return []
    const [was, is] = [reported, { status: kept?.reported, code: kept?.code }].map((one) => JSON.stringify(one))
    return [`the status of ${gatewayId} was acknowledged as ${was} and is ${is}`]
  })
}

/**
 * Describes the faults with wrong notices. The owner must get exactly one notice of the start, and if the end was
 * acknowledged, exactly one notice of the end.
 */
export async function findWrongNotices(url: string, statuses: AcknowledgedStatuses): Promise<string[]> {
  const due = await waitForFirstFault(statuses, firstFaultTimeoutMs)
  const giveUpAt = performance.now() + notificationTimeoutMs
  for (;;) {
    const wrong = await wrongNow(url, due)
    if (wrong.length === 0 || performance.now() > giveUpAt) return wrong
    await pause(pollEveryMs)
  }
}

/**
 * Returns the faults so far. Waits for the first fault, because a check without faults would prove nothing.
 *
 * @throws Error if there is no fault within `withinMs`
 */
export async function waitForFirstFault(
  { faults }: Pick<AcknowledgedStatuses, 'faults'>,
  withinMs: number,
): Promise<FaultToNotify[]> {
  return retryUntilTimeout(withinMs, async () => {
    if (faults.length === 0) throw new Error('No fault has lasted long enough to check its notices.')
    return faults.map((fault) => ({ ...fault }))
  })
}

async function wrongNow(url: string, faults: readonly FaultToNotify[]): Promise<string[]> {
  const counted = await countNotices(url, faults)
  return faults.flatMap(({ gatewayId, code, isOver }, index) => {
    const { began = 0, ended = 0 } = counted[index] ?? {}
    if (began === 1 && (ended === 1 || (ended === 0 && !isOver))) return []
    return [`the start of fault ${code} of ${gatewayId} has ${began} notices, its end ${ended}`]
  })
}
