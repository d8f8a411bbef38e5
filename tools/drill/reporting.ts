import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Findings } from './findings.ts'
import { fleetGateway } from './fleet.ts'
import type { Ledger } from './ledger.ts'
import type { RunningLoad } from './running-load.ts'
import { startFaulting, type AcknowledgedStatuses } from './faulting.ts'
import { feltAfterMs } from './felt-after.ts'
import type { FleetOwner } from './people.ts'

type ReportingOptions = {
  url: string
  /** In the order of their gateways' numbers. */
  owners: readonly FleetOwner[]
  statuses: AcknowledgedStatuses
  ledger: Ledger
  findings: Findings
  /** Receives each report when it is acknowledged. */
  onAcknowledged: (report: { serial: string; at: number }) => void
}

type Reporter = {
  client: MqttClient
  serial: string
  /** Moments of reports that are not acknowledged. */
  waiting: Set<number>
}

const everyMs = 1_000
/** How many unacknowledged reports a gateway keeps. */
const keptAtMost = 600

const hourMs = 3_600_000
/** How many hours ago the first late reports were measured: their day is packed. */
const firstLateHours = 100
/** One gateway of so many sends late reports. */
const lateOneOf = 10

/**
 * Gateways that report once a second each, keep what is not acknowledged, and send it again. Their appliances fail and recover, and
 * some send a report from days ago, again at each `reportLate`.
 */
export function startReporting(options: ReportingOptions): RunningLoad & { reportLate(): void } {
  const { url, owners, statuses, ledger, findings, onAcknowledged } = options
  const reporters = owners.map(({ number }) => startReporter(url, number, findings))
  const stopFaulting = startFaulting(
    owners.flatMap((owner, index) => {
      const client = reporters[index]?.client
      return client ? [{ client, owner, statuses, findings }] : []
    }),
  )
  let lateHours = firstLateHours
  reportLate()
  let tick = 0
  // Spread over the second, as gateways are.
  const slices = 20
  const timer = setInterval(() => {
    tick += 1
    for (let number = tick % slices; number < reporters.length; number += slices) report(reporters[number])
  }, everyMs / slices)

  function report(reporter: Reporter | undefined): void {
    if (!reporter || reporter.waiting.size > keptAtMost) return
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
      const since = Date.now() - feltAfterMs
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
  const { serial, deviceKey } = fleetGateway(number)
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
