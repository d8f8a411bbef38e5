import mqtt from 'mqtt'
import type { MqttClient } from 'mqtt'
import type { Findings } from './findings.ts'
import { fleetGateway } from './fleet.ts'
import type { Ledger } from './ledger.ts'
import type { RunningLoad } from './running-load.ts'
import { feltAfterMs } from './felt-after.ts'

type ReportingOptions = {
  url: string
  gateways: number
  ledger: Ledger
  findings: Findings
  /** Told of each report when it is acknowledged. */
  onAcknowledged: (report: { serial: string; at: number }) => void
}

type Reporter = {
  client: MqttClient
  serial: string
  /** Moments of reports that are not acknowledged. */ waiting: Set<number>
}

const everyMs = 1_000
/** What a gateway keeps while nobody takes it. */
const keptAtMost = 600

/** Gateways that report once a second each, keep what is not acknowledged, and send it again. */
export function startReporting({ url, gateways, ledger, findings, onAcknowledged }: ReportingOptions): RunningLoad {
  const reporters = Array.from({ length: gateways }, (_, number) => startReporter(url, number, findings))
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
    const payload = JSON.stringify({ ts: new Date(at).toISOString(), values: { roomTemperature: 20, number: at } })
    client.publish(`gateways/${serial}/hc1`, payload, { qos: 1 }, (error) => {
      waiting.delete(at)
      if (error) return findings.met(`report: ${error.message}`)
      ledger.acknowledge({ serial, at })
      onAcknowledged({ serial, at })
    })
  }

  return {
    behind: () => {
      const since = Date.now() - feltAfterMs
      return reporters.filter(({ waiting }) => (waiting.values().next().value ?? Infinity) < since).length
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(reporters.map(async ({ client }) => client.endAsync(true)))
    },
  }
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
