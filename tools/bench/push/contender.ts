import { setTimeout as pause } from 'node:timers/promises'
import { minuteMs } from '#contract/durations.ts'
import { type BenchProcess, startBenchProcess } from '../bench-process.ts'

export type ContenderOptions = {
  /** The file of the server in this folder. */
  program: './baseline.ts' | './portal.ts'
  args: readonly string[]
  pages: number
  /** Makes the server deliver one message to each page. */
  send(server: BenchProcess): Promise<unknown>
}

/**
 * A server in one process and its pages in another process, so that the CPU time of the server is measured
 * separately.
 */
export type PushContender = AsyncDisposable & {
  /** The memory that the server needs for an idle page, in bytes. */
  memoryPerPage: number
  /** The CPU time that the server needs until a new page has its first notification, in seconds. */
  connectCpuSPerPage: number
  /** Delivers `rounds` messages to each page. Returns the number of deliveries per CPU second of the server. */
  deliveriesPerCpuS(rounds: number): Promise<number>
  stop(): Promise<void>
}

/**
 * The number of warm-up rounds. Without them, the CPU caches would have the data of the contender that was measured
 * before.
 */
const roundsBefore = 10
/**
 * The pause between two rounds in ms. Without it, all data would still be in the CPU caches, unlike between real
 * changes.
 */
const roundsApartMs = 50

/**
 * The number of pages that connect and close before the measurement. After them, costs that a server has only for its
 * first connections do not count.
 */
const firstPages = 200

export async function startContender({ program, args, pages, send }: ContenderOptions): Promise<PushContender> {
  const server = await startBenchProcess(
    new URL(program, import.meta.url),
    args,
    program === './portal.ts' ? 'push' : undefined,
  )
  await (await openPages(server, firstPages)).stop()
  await waitFor(async () => (await server.ask('pages')) === 0)
  const before = await memoryOf(server)
  const cpuBefore = await server.ask('cpu')
  const clients = await openPages(server, pages)
  const connectCpuSPerPage = ((await server.ask('cpu')) - cpuBefore) / pages
  const memoryPerPage = ((await memoryOf(server)) - before) / pages

  async function deliver(rounds: number): Promise<void> {
    let expected = await clients.ask('received')
    for (let round = 0; round < rounds; round++) {
      await pause(roundsApartMs)
      await send(server)
      expected += pages
      await waitFor(async () => (await clients.ask('received')) >= expected)
    }
  }

  async function deliveriesPerCpuS(rounds: number): Promise<number> {
    await deliver(roundsBefore)
    const cpuBeforeRounds = await server.ask('cpu')
    await deliver(rounds)
    return (rounds * pages) / ((await server.ask('cpu')) - cpuBeforeRounds)
  }

  async function stop(): Promise<void> {
    await clients.stop()
    await server.stop()
  }

  return { memoryPerPage, connectCpuSPerPage, deliveriesPerCpuS, stop, [Symbol.asyncDispose]: stop }
}

const memorySamples = 8
const memoryPauseMs = 250

/**
 * Measures the memory of the server in bytes. Returns the minimum of several samples, because the process returns
 * free memory to the system with a delay.
 */
async function memoryOf(server: BenchProcess): Promise<number> {
  const samples: number[] = []
  for (let sample = 0; sample < memorySamples; sample++) {
    samples.push(await server.ask('memory'))
    await pause(memoryPauseMs)
  }
  return Math.min(...samples)
}

async function openPages(server: BenchProcess, pages: number): Promise<BenchProcess> {
  return startBenchProcess(new URL('./pages.ts', import.meta.url), [server.ready, pages])
}

const giveUpAfterMs = minuteMs

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + giveUpAfterMs
  while (!(await isDone())) {
    if (Date.now() > giveUpAt) throw new Error('The pages did not get what was sent')
    await pause(5)
  }
}
