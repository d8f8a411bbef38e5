import { type BenchProcess, startProcess } from '../processes.ts'

export type ContenderOptions = {
  /** The file of the server beside this one, and its arguments. */
  program: './floor.ts' | './portal.ts'
  args: readonly string[]
  pages: number
  /** Makes the server deliver once to each page. */
  send(server: BenchProcess): Promise<unknown>
}

/** A server with its pages, each in a process of its own, so that the server's CPU time is known alone. */
export type Contender = {
  /** Bytes, without traffic. */
  memoryPerPage: number
  /** Seconds, until the page has its first notification. */
  connectCpuSPerPage: number
  /** So many rounds of deliveries to each page, until all have come. */
  deliver(rounds: number): Promise<void>
  /** Of so many rounds of deliveries to each page. */
  deliveriesPerCpuS(rounds: number): Promise<number>
  stop(): Promise<void>
}

/** Whoever comes after another finds the processor's caches full of that one's. */
const roundsBefore = 10
/** Changes come now and then: a server that is given the next order at once has all at hand that it never has. */
const roundsApartMs = 50

/** Before anything is measured, so that what a server loads and keeps for the first pages does not count. */
const firstPages = 200

export async function startContender({ program, args, pages, send }: ContenderOptions): Promise<Contender> {
  const server = await startProcess(
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

  return { memoryPerPage, connectCpuSPerPage, deliver, deliveriesPerCpuS, stop }
}

const memoryLooks = 8
const memoryPauseMs = 250

/** The least of several looks: what is free goes back to the system only after a while. */
async function memoryOf(server: BenchProcess): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < memoryLooks; look++) {
    looks.push(await server.ask('memory'))
    await pause(memoryPauseMs)
  }
  return Math.min(...looks)
}

async function openPages(server: BenchProcess, pages: number): Promise<BenchProcess> {
  return startProcess(new URL('./pages.ts', import.meta.url), [server.ready, pages])
}

const giveUpAfterMs = 60_000

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + giveUpAfterMs
  while (!(await isDone())) {
    if (Date.now() > giveUpAt) throw new Error('The pages did not get what was sent')
    await pause()
  }
}

function pause(ms = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
