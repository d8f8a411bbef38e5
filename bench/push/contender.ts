import type { Child } from './child.ts'
import { reach, startChild } from './child.ts'

export type ContenderOptions = {
  /** The file of the server beside this one, and its arguments. */
  program: string
  args: readonly string[]
  pages: number
  /** Makes the server deliver once to each page. */
  send(server: Child): Promise<void>
}

/** A server with its pages, each in a process of its own, so that the server's CPU time is known alone. */
export type Contender = {
  /** Bytes, without traffic. */
  memoryPerPage: number
  warmUp(rounds: number): Promise<void>
  run(rounds: number): Promise<void>
  /** Of all rounds that `run` has run. */
  deliveriesPerCpuS(): number
  stop(): Promise<void>
}

export async function startContender({ program, args, pages, send }: ContenderOptions): Promise<Contender> {
  const server = await startChild(program, args)
  const before = await server.ask('memory')
  const clients = await startChild('pages.ts', [String(server.ready), String(pages)])
  await reach(server, 'received', pages)
  const memoryPerPage = ((await server.ask('memory')) - before) / pages
  let delivered = 0
  let cpuS = 0

  async function warmUp(rounds: number): Promise<void> {
    let expected = await clients.ask('received')
    for (let round = 0; round < rounds; round++) {
      await send(server)
      expected += pages
      await reach(clients, 'received', expected)
    }
  }

  async function run(rounds: number): Promise<void> {
    const cpuBefore = await server.ask('cpu')
    await warmUp(rounds)
    cpuS += (await server.ask('cpu')) - cpuBefore
    delivered += rounds * pages
  }

  async function stop(): Promise<void> {
    await clients.stop()
    await server.stop()
  }

  return { memoryPerPage, warmUp, run, deliveriesPerCpuS: () => delivered / cpuS, stop }
}
