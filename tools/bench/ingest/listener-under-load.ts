import { startProcess, type BenchProcess } from '../processes.ts'

/** The number of gateways that report. Each has one report in flight. */
export const reportingGatewayCount = 500

const inFlight = 1

/** The portal's listener, or the baseline. */
export type ListenerProgram = 'listener.ts' | 'baseline.ts'

type LoadOptions = {
  /** The URL of the database. */
  url: string
  program?: ListenerProgram
  gateways?: Reporting
}

/** `first`: the number of the first gateway. `changing`: the number of gateways whose status changes with each report. */
type Reporting = { first: number; changing: number }

/** A listener in its own process, and its reporting gateways in another. */
export type ListenerUnderLoad = {
  /** Makes all gateways report for this time, as fast as they get acknowledgements. Returns reports a second. */
  acknowledgedPerSecond: (milliseconds: number) => Promise<number>
  /** The CPU seconds of the listener. */
  cpu: () => Promise<number>
  stop: () => Promise<void>
}

export async function startListenerUnderLoad(options: LoadOptions): Promise<ListenerUnderLoad> {
  const { url, program = 'listener.ts', gateways } = options
  const listener = await startListenerProcess(url, program)
  const load = await startDevices(listener, reportingGatewayCount, gateways)
  return {
    acknowledgedPerSecond: (milliseconds) => load.ask('acknowledgedPerSecond', milliseconds),
    cpu: () => listener.ask('cpu'),
    stop: async () => {
      await Promise.all([load.stop(), listener.stop()])
    },
  }
}

export function startListenerProcess(url: string, program: ListenerProgram): Promise<BenchProcess> {
  return startProcess(new URL(program, import.meta.url), [url], program === 'listener.ts' ? 'ingest' : undefined)
}

export function startDevices(
  { ready: port }: BenchProcess,
  count: number,
  { first, changing }: Reporting = { first: 0, changing: 0 },
): Promise<BenchProcess> {
  return startProcess(new URL('devices.ts', import.meta.url), [port, count, inFlight, first, changing])
}
