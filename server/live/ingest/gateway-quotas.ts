import { dayMs, minuteMs } from '#contract/durations.ts'
import type { Clock } from '#server/clock.ts'

/** The storage quota of one gateway. Specification 14.6 and 19.47. */
export type QuotaLimits = {
  /** The number of reports a minute that a gateway may send permanently. */
  reportsPerMinute: number
  /** The number of reports that may arrive together, such as a backlog after the gateway was offline. */
  burst: number
  /**
   * The maximum bytes of reports in any 24 hours. Half of them may arrive together; the other half is spread evenly.
   */
  bytesPerDay: number
}

export const defaultQuotaLimits: QuotaLimits = { reportsPerMinute: 120, burst: 20_000, bytesPerDay: 64 * 1024 * 1024 }

/** A publication that waits for the quota of its gateway. */
export type WaitingPublication = {
  bytes: number
  /**
   * The maximum time that the publication waits, in milliseconds. A publication that must wait longer is rejected. With
   * `Infinity` it is never rejected, because the client's MQTT version has no answer for a rejection.
   */
  mayWaitMs: number
  /** Whether the connection of the publication has ended. The publication then does not count for the quota. */
  isGone: () => boolean
  proceed: () => void
  turnAway: () => void
}

export type GatewayQuotas = {
  /** Whether a publication of `bytes` may be stored immediately. If so, the quota counts the publication. */
  admits: (serial: string, bytes: number) => boolean
  /**
   * Calls `proceed` when the quota permits the publication. Publications of a gateway proceed in order. If the
   * publication would wait longer than `mayWaitMs`, calls `turnAway` immediately.
   */
  wait: (serial: string, request: WaitingPublication) => void
  /** Whether publications of the gateway are waiting for its quota. */
  isSlowed: (serial: string) => boolean
}

export type GatewayQuotasDependencies = {
  clock: Clock
  limits: QuotaLimits
  /** Called when a publication has to wait or is rejected. */
  onSlowed: (serial: string) => void
}

const deleteEveryMs = 10 * minuteMs

/**
 * The used quota and the waiting publications of a gateway. `reportsBackAt`, `bytesBackAt`: the times at which the
 * whole quota will be free again, in epoch milliseconds.
 */
type QuotaUse = { reportsBackAt: number; bytesBackAt: number; waiting: WaitingPublication[]; waitingBytes: number }

/**
 * Creates the quotas of gateways. Each gateway has one leaky bucket for reports and one for bytes. A publication waits
 * only if a bucket is full or an earlier publication waits. Each listener has the state in its own memory.
 * Specification 19.47.
 */
export function createGatewayQuotas({ clock, limits, onSlowed }: GatewayQuotasDependencies): GatewayQuotas {
  const accounts = new Map<string, QuotaUse>()
  const reportMs = minuteMs / limits.reportsPerMinute
  const byteMs = (2 * dayMs) / limits.bytesPerDay
  const burstMs = { reports: limits.burst * reportMs, bytes: dayMs }
  let deleteAt = 0

  function admits(serial: string, bytes: number): boolean {
    deleteUnusedAccounts()
    const account = accountOf(serial)
    if (account.waiting.length > 0 || waitOf(account, bytes) > 0) return false
    countPublication(account, bytes)
    return true
  }

  function wait(serial: string, request: WaitingPublication): void {
    const account = accountOf(serial)
    onSlowed(serial)
    if (expectedWait(account, request) > request.mayWaitMs) return request.turnAway()
    account.waiting.push(request)
    account.waitingBytes += request.bytes
    if (account.waiting.length === 1) comeBack(account)
  }

  function accountOf(serial: string): QuotaUse {
    const quotaUse = accounts.get(serial)
    if (quotaUse) return quotaUse
    const account = { reportsBackAt: 0, bytesBackAt: 0, waiting: [], waitingBytes: 0 }
    accounts.set(serial, account)
    return account
  }

  /**
   * Returns the milliseconds until the quota permits `reports` reports with together `bytes` bytes. The result is 0 or
   * less if the quota permits them now.
   */
  function waitOf({ reportsBackAt, bytesBackAt }: QuotaUse, bytes: number, reports = 1): number {
    const now = clock.now()
    const forReports = Math.max(reportsBackAt, now) + reports * reportMs - burstMs.reports
    const forBytes = Math.max(bytesBackAt, now) + bytes * byteMs - burstMs.bytes
    return Math.max(forReports, forBytes) - now
  }

  function expectedWait(account: QuotaUse, { bytes }: WaitingPublication): number {
    return waitOf(account, account.waitingBytes + bytes, account.waiting.length + 1)
  }

  function countPublication(account: QuotaUse, bytes: number): void {
    const now = clock.now()
    account.reportsBackAt = Math.max(account.reportsBackAt, now) + reportMs
    account.bytesBackAt = Math.max(account.bytesBackAt, now) + bytes * byteMs
  }

  function comeBack(account: QuotaUse): void {
    const [first] = account.waiting
    if (first) setTimeout(() => admitWaiting(account), Math.max(1, waitOf(account, first.bytes))).unref()
  }

  function admitWaiting(account: QuotaUse): void {
    for (let [first] = account.waiting; first; [first] = account.waiting) {
      const isGone = first.isGone()
      if (!isGone && waitOf(account, first.bytes) > 0) break
      account.waiting.shift()
      account.waitingBytes -= first.bytes
      if (isGone) continue
      countPublication(account, first.bytes)
      first.proceed()
    }
    comeBack(account)
  }

  function deleteUnusedAccounts(): void {
    const now = clock.now()
    if (now < deleteAt) return
    deleteAt = now + deleteEveryMs
    for (const [serial, { reportsBackAt, bytesBackAt, waiting }] of accounts) {
      if (waiting.length === 0 && Math.max(reportsBackAt, bytesBackAt) <= now) accounts.delete(serial)
    }
  }

  return { admits, wait, isSlowed: (serial) => (accounts.get(serial)?.waiting.length ?? 0) > 0 }
}
