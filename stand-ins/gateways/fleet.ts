import type { RegistryFileEntry } from '../registry-file.ts'
import type { RequestedFaults } from './requested-faults.ts'
import { type SimulatedGatewayOptions, type SimulatedGateway, startSimulatedGateway } from './simulated-gateway.ts'

export type FleetOptions = {
  gateways: readonly RegistryFileEntry[]
  mqttUrl: string
  /** The time between two reports of one gateway, in milliseconds. */
  intervalMs: number
  clock?: { now(): number }
  onError: (serial: string, error: Error) => void
}

export type Fleet = {
  /** Sets the requested faults of the gateways. The gateways whose fault changes report immediately. */
  setRequestedFaults(asked: RequestedFaults): void
  /** Switches these gateways off, and all others on. */
  setSwitchedOff(off: ReadonlySet<string>): void
  stop(): Promise<void>
}

/**
 * The time in ms within which all gateways connect. It does not depend on the interval of reports, because the portal
 * must soon have the statuses.
 */
const connectTimeoutMs = 2_000

/** Starts the gateways one after the other, so that their sign-ins and reports are spread over time. */
export function startFleet(options: FleetOptions): Fleet {
  const running = new Map<string, SimulatedGateway>()
  let requestedFaults: RequestedFaults = new Map()
  let off: ReadonlySet<string> = new Set()
  const timers = new Set<NodeJS.Timeout>()
  const { gateways, intervalMs } = options
  gateways.forEach((gateway, index) => {
    const share = index / gateways.length
    after(share * connectTimeoutMs, () => {
      const { serial } = gateway
      const simulatedGateway = start(gateway, index, {
        ...options,
        requestedFault: () => requestedFaults.get(serial),
        isOff: off.has(serial),
      })
      running.set(serial, simulatedGateway)
      // Each gateway reports when it connects. Its following reports are spread over the interval.
      after(intervalMs * (1 + share), () => timers.add(setInterval(() => void simulatedGateway.report(), intervalMs)))
    })
  })

  function after(ms: number, act: () => void): void {
    timers.add(setTimeout(act, ms))
  }

  return {
    setRequestedFaults(next) {
      const changedSerials = [...running.keys()].filter((serial) => requestedFaults.get(serial) !== next.get(serial))
      requestedFaults = next
      for (const serial of changedSerials) void running.get(serial)?.report()
    },
    setSwitchedOff(next) {
      for (const [serial, gateway] of running) {
        if (next.has(serial) && !off.has(serial)) gateway.switchOff()
        if (off.has(serial) && !next.has(serial)) gateway.switchOn()
      }
      off = next
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...running.values()].map((gateway) => gateway.stop()))
    },
  }
}

function start(
  gateway: RegistryFileEntry,
  index: number,
  {
    mqttUrl,
    clock = { now: () => Date.now() },
    requestedFault: asked,
    isOff,
    onError,
  }: FleetOptions & Pick<SimulatedGatewayOptions, 'requestedFault' | 'isOff'>,
): SimulatedGateway {
  return startSimulatedGateway({
    gateway,
    mqttUrl,
    protocolVersion: index % 2 === 0 ? 5 : 4,
    clock,
    ...(asked && { requestedFault: asked }),
    ...(isOff && { isOff }),
    onError: (error) => onError(gateway.serial, error),
  })
}
