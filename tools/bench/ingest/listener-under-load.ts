import { startProcess, type BenchProcess } from '../processes.ts'

/** Gateways that report, each with one report in flight. */
export const devices = 500

const inFlight = 1

/** Ours, or the bare one. */
export type ListenerProgram = 'listener.ts' | 'floor.ts'

type LoadOptions = {
  /** The database's. */
  url: string
  program?: ListenerProgram
}

/** A listener in a process of its own, and the gateways that report to it in another. */
export type ListenerUnderLoad = {
  /** Lets all report for so long, as fast as they are acknowledged. */
  acknowledgedPerSecond: (milliseconds: number) => Promise<number>
  stop: () => Promise<void>
}

export async function startListenerUnderLoad(options: LoadOptions): Promise<ListenerUnderLoad> {
  const { url, program = 'listener.ts' } = options
  const listener = await startListenerProcess(url, program)
  const load = await startDevices(listener, devices)
  return {
    acknowledgedPerSecond: (milliseconds) => load.ask('acknowledgedPerSecond', milliseconds),
    stop: async () => {
      await Promise.all([load.stop(), listener.stop()])
    },
  }
}

export function startListenerProcess(url: string, program: ListenerProgram): Promise<BenchProcess> {
  return startProcess(new URL(program, import.meta.url), [url], program === 'listener.ts' ? 'ingest' : undefined)
}

export function startDevices({ ready: port }: BenchProcess, count: number): Promise<BenchProcess> {
  return startProcess(new URL('devices.ts', import.meta.url), [port, count, inFlight])
}
