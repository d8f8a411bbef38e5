import type { MqttClient } from 'mqtt'
import type { Findings } from './findings.ts'
import type { FleetOwner } from './fleet-owners.ts'

/** The status of an appliance as its gateway reports it. */
export type ReportedStatus = { status: 'WORKING'; code: null } | { status: 'ERROR'; code: string }

/**
 * A fault of which the owner must be notified: its start was acknowledged, and the fault lasted long enough.
 * `isOver`: whether the end of the fault was acknowledged.
 */
export type FaultToNotify = { gatewayId: string; person: string; code: string; isOver: boolean }

/** The statuses and faults whose reports the listener has acknowledged. */
export type AcknowledgedStatuses = {
  /** The last acknowledged status of each gateway. A gateway has no entry while a newer status is not acknowledged. */
  settled: Map<string, ReportedStatus>
  faults: FaultToNotify[]
}

/** An appliance that fails and recovers repeatedly. */
type Faulting = { client: MqttClient; owner: FleetOwner; statuses: AcknowledgedStatuses; findings: Findings }

/**
 * The time in ms for which a fault lasts. It is longer than `ERROR_TOLD_AFTER_SECONDS` of the drill, so that the owner
 * is notified. It is also longer than a batch of reports, so that start and end are in different batches.
 */
const lastsMs = 15_000

/** The time between two faults of a gateway. The portal notifies of at most 4 in an hour. */
const everyMs = 16 * 60_000

/**
 * Makes each appliance report a fault and its end once in 16 minutes, one appliance after the other. Each fault has a
 * new code, so that no fault counts as recurring. Returns a function that stops the faults.
 */
export function startApplianceFaults(all: readonly Faulting[]): () => void {
  const timers = new Set<NodeJS.Timeout>()
  const apartMs = everyMs / all.length
  all.forEach((one, number) => {
    sendReport(one, { status: 'WORKING', code: null }, () => {})
    after(number * apartMs, () => fail(one))
  })

  function fail(one: Faulting): void {
    const code = `D${Math.floor(Date.now() / 1_000).toString(36)}`
    sendReport(one, { status: 'ERROR', code }, () => after(lastsMs, () => recover(one, code)))
    after(everyMs, () => fail(one))
  }

  function recover(one: Faulting, code: string): void {
    const fault = { gatewayId: one.owner.gatewayId, person: one.owner.person, code, isOver: false }
    one.statuses.faults.push(fault)
    sendReport(one, { status: 'WORKING', code: null }, () => void (fault.isOver = true))
  }

  function after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, ms)
    timers.add(timer)
  }

  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

function sendReport({ client, owner, statuses, findings }: Faulting, reported: ReportedStatus, then: () => void): void {
  statuses.settled.delete(owner.gatewayId)
  const values = { gatewayStatus: reported.status, ...(reported.code !== null && { faultCode: reported.code }) }
  const payload = JSON.stringify({ ts: new Date().toISOString(), values })
  client.publish(`gateways/${owner.serial}/status`, payload, { qos: 1 }, (error) => {
    if (error) return findings.addClientError(`status: ${error.message}`)
    statuses.settled.set(owner.gatewayId, reported)
    then()
  })
}
