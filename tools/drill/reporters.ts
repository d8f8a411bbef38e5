import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Findings } from './findings.ts'
import { fleetGatewayOf } from './fleet-gateways.ts'
import type { ReportLedger } from './report-ledger.ts'
import type { RunningLoad } from './running-load.ts'
import { startApplianceFaults, type AcknowledgedStatuses } from './appliance-faults.ts'
import { lateAfterMs } from './late-after.ts'
import type { FleetOwner } from './fleet-owners.ts'

type ReportingOptions = {
  url: string
  /** The owners, in the order of the numbers of their gateways. */
  owners: readonly FleetOwner[]
  statuses: AcknowledgedStatuses
  ledger: ReportLedger
  findings: Findings
  /** Called with each report when it is acknowledged. */
  onAcknowledged: (report: { serial: string; at: number }) => void
}

type Reporter = {
  client: MqttClient
  serial: string
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
  const { url, owners, statuses, ledger, findings, onAcknowledged } = options
  const reporters = owners.map(({ number }) => startReporter(url, number, findings))
  const stopFaulting = startApplianceFaults(
    owners.flatMap((owner, index) => {
      const client = reporters[index]?.client
      return client ? [{ client, owner, statuses, findings }] : []
    }),
  )
  let lateHours = firstLateHours
  reportLate()
  let tick = 0
  // Spreads the reports of the gateways over each second.
  const slices = 20
  const timer = setInterval(() => {
    tick += 1
    for (let number = tick % slices; number < reporters.length; number += slices) report(reporters[number])
  }, everyMs / slices)

  function report(reporter: Reporter | undefined): void {
    if (!reporter || reporter.waiting.size > maxKeptSamples) return
    const { client, serial, waiting } = reporter
    const at = Date.now()
    waiting.add(at)
    client.publish(`gateways/${serial}/hc1`, payloadOf(at), { qos: 1 }, (error) => {
      waiting.delete(at)
      if (error) return findings.met(`report: ${error.message}`)
      ledger.acknowledge({ serial, at })
      onAcknowledged({ serial, at })
    })
  }

  function reportLate(): void {
    const at = Date.now() - lateHours * hourMs
    lateHours += 1
    const chosen = reporters.filter((_, index) => index % lateOneOf === 0)
    for (const reporter of chosen) sendLate(reporter, at)
  }

  function sendLate({ client, serial }: Reporter, at: number): void {
    client.publish(`gateways/${serial}/hc1`, payloadOf(at), { qos: 1 }, (error) => {
      if (error) return findings.met(`report: ${error.message}`)
      ledger.acknowledge({ serial, at })
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

function payloadOf(at: number): string {
  return JSON.stringify({ ts: new Date(at).toISOString(), values: { roomTemperature: 20, number: at } })
}

function startReporter(url: string, number: number, findings: Findings): Reporter {
  const { serial, deviceKey } = fleetGatewayOf(number)
  const client = mqtt.connect(url, {
    clientId: serial,
    username: serial,
    password: deviceKey,
    protocolVersion: number % 2 === 0 ? 5 : 4,
    clean: true,
    reconnectPeriod: 500 + Math.round(Math.random() * 1_000),
    reconnectOnConnackError: true,
    connectTimeout: 5_000,
    keepalive: 15,
  })
  client.on('error', (error) => findings.met(`gateway: ${(error as NodeJS.ErrnoException).code ?? error.message}`))
  return { client, serial, waiting: new Set() }
}
