import { startBenchProcess, type BenchProcess } from '../bench-process.ts'

/**
 * The number of gateways that report. Each gateway waits for the acknowledgement of a report before it sends the next
 * report.
 */
export const reportingGatewayCount = 500

const inFlight = 1

/** The file of the program under load: the portal's listener, or the baseline. */
export type ListenerProgram = 'listener.ts' | 'baseline.ts'

type LoadOptions = {
  url: string
  program?: ListenerProgram
  gateways?: Reporting
}

/**
 * The simulated gateways. `first`: the number of the first gateway. `changing`: the number of gateways that change
 * their status with each report.
 */
type Reporting = { first: number; changing: number }

/** A listener in one process, and its reporting gateways in another process. */
export type ListenerUnderLoad = AsyncDisposable & {
  /**
   * Makes all gateways report for `milliseconds`. Each gateway sends its next report after the acknowledgement of the
   * previous one. Returns the acknowledged reports per second.
   */
  acknowledgedPerSecond: (milliseconds: number) => Promise<number>
  /** Returns the CPU seconds that the listener has used. */
  cpu: () => Promise<number>
}

export async function startListenerUnderLoad(options: LoadOptions): Promise<ListenerUnderLoad> {
  const { url, program = 'listener.ts', gateways } = options
  const listener = await startListenerProcess(url, program)
  const load = await startDevicesProcess(listener, reportingGatewayCount, gateways)
  return {
    acknowledgedPerSecond: (milliseconds) => load.ask('acknowledgedPerSecond', milliseconds),
    cpu: () => listener.ask('cpu'),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([load.stop(), listener.stop()])
    },
  }
}

export function startListenerProcess(url: string, program: ListenerProgram): Promise<BenchProcess> {
  return startBenchProcess(new URL(program, import.meta.url), [url], program === 'listener.ts' ? 'ingest' : undefined)
}

export function startDevicesProcess(
  { ready: port }: BenchProcess,
  count: number,
  { first, changing }: Reporting = { first: 0, changing: 0 },
): Promise<BenchProcess> {
  return startBenchProcess(new URL('devices.ts', import.meta.url), [port, count, inFlight, first, changing])
}
