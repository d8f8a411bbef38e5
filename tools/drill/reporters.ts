import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Findings } from './findings.ts'
import { fleetGatewayOf } from './fleet-gateways.ts'
import type { ReportLedger } from './report-ledger.ts'
import type { RunningLoad } from './drill-workers.ts'
import { startApplianceFaults, type AcknowledgedStatuses } from './appliance-faults.ts'
import { lateAfterMs } from './lateness.ts'
import type { AcknowledgedTimes } from './acknowledged-times.ts'
import type { FleetOwner } from './fleet-owners.ts'

type ReportingOptions = {
  url: string
  /** The owners, in the order of the numbers of their gateways. */
  owners: readonly FleetOwner[]
  statuses: AcknowledgedStatuses
  ledger: ReportLedger
  findings: Findings
  values: AcknowledgedTimes
}

type Reporter = {
  client: MqttClient
  owner: FleetOwner
  /** The times of the unacknowledged reports. */
  waiting: Set<number>
}

const everyMs = 1_000
/** The maximum number of unacknowledged reports. A gateway that has more sends no new reports. */
const maxKeptSamples = 600

const hourMs = 3_600_000
/** The age of the first late reports, in hours. Days of this age are already packed. */
const firstLateHours = 100
/** One gateway in this number of gateways sends late reports. */
const lateOneOf = 10

/**
 * Starts gateways that report once a second, and send a report again if it is not acknowledged. Their appliances have
 * faults and recover. `reportLate` makes some gateways send a report that is several days old.
 */
export function startReporters(options: ReportingOptions): RunningLoad & { reportLate(): void } {
  const { url, owners, statuses, ledger, findings, values } = options
  const reporters = owners.map((owner) => startReporter(url, owner, findings))
  const stopFaulting = startApplianceFaults(reporters.map((reporter) => ({ ...reporter, statuses, findings })))
  let lateHours = firstLateHours
  reportLate()
  let tick = 0
  // Spreads the reports of the gateways over each second.
  const slices = 20
  const timer = setInterval(() => {
    tick += 1
    for (const reporter of reporters.filter((_, number) => number % slices === tick % slices)) report(reporter)
  }, everyMs / slices)

  function report(reporter: Reporter): void {
    if (reporter.waiting.size > maxKeptSamples) return
    const at = Date.now()
    reporter.waiting.add(at)
    send(reporter, at, (isAcknowledged) => {
      reporter.waiting.delete(at)
      if (isAcknowledged) values.acknowledged(reporter.owner.gatewayId, at)
    })
  }

  function reportLate(): void {
    const at = Date.now() - lateHours * hourMs
    lateHours += 1
    for (const reporter of reporters.filter((_, index) => index % lateOneOf === 0)) send(reporter, at, () => {})
  }

  function send({ client, owner: { serial } }: Reporter, at: number, then: (isAcknowledged: boolean) => void): void {
    const payload = JSON.stringify({ ts: new Date(at).toISOString(), values: { roomTemperature: 20, number: at } })
    client.publish(`gateways/${serial}/hc1`, payload, { qos: 1 }, (error) => {
      then(!error)
      if (error) findings.addClientError(`report: ${error.message}`)
      else ledger.acknowledge({ serial, at })
    })
  }

  return {
    reportLate,
    behind: () => {
      const since = Date.now() - lateAfterMs
      return reporters.filter(({ waiting }) => (waiting.values().next().value ?? Infinity) < since).length
    },
    stop: async () => {
      clearInterval(timer)
      stopFaulting()
      await Promise.all(reporters.map(async ({ client }) => client.endAsync(true)))
    },
  }
}

function startReporter(url: string, owner: FleetOwner, findings: Findings): Reporter {
  const { serial, deviceKey } = fleetGatewayOf(owner.number)
  const client = mqtt.connect(url, {
    clientId: serial,
    username: serial,
    password: deviceKey,
    protocolVersion: owner.number % 2 === 0 ? 5 : 4,
    clean: true,
    reconnectPeriod: 500 + Math.round(Math.random() * 1_000),
    reconnectOnConnackError: true,
    connectTimeout: 5_000,
    keepalive: 15,
  })
  client.on('error', (error) =>
    findings.addClientError(`gateway: ${(error as NodeJS.ErrnoException).code ?? error.message}`),
  )
  return { client, owner, waiting: new Set() }
}
