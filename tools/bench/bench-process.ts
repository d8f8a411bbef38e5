import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessRole } from '#server/config.ts'
import { nodeFlagsOfRole } from '#server/node-flags.ts'

type Question = { name: string; about: unknown }

/** The functions that answer the requests of the benchmark, by name. Requests and answers are sent as JSON. */
type Answers = Readonly<Record<string, (about: never) => unknown>>

/**
 * A program of a benchmark in its own process. `ready`: the number that the program sent at its start, such as its
 * port.
 */
export type BenchProcess = AsyncDisposable & {
  ready: number
  ask<Answer = number>(name: string, about?: unknown): Promise<Answer>
  stop(): Promise<void>
}

/**
 * Starts a program in its own process, and waits until it calls `answerBenchmark`. If `role` is set, the process has
 * the memory limits of that role of the portal.
 */
export async function startBenchProcess(
  program: URL,
  args: readonly (string | number)[] = [],
  role?: ProcessRole,
): Promise<BenchProcess> {
  const execArgv = ['--expose-gc', ...(role ? nodeFlagsOfRole(role) : [])]
  // Starts the program in a session of its own, like the portal, because Linux divides CPU time between sessions, not
  // between processes.
  const child = fork(fileURLToPath(program), args.map(String), { execArgv, detached: true })
  const ended = once(child, 'exit')
  const lost = ended.then(([code]) => Promise.reject(new Error(`${basename(program.pathname)} ended with ${code}`)))
  // Marks the rejection as handled. Only pending requests handle it, and there may be no pending request.
  lost.catch(() => {})
  const nextAnswer = async () => (await Promise.race([once(child, 'message'), lost]))[0]
  const stop = async () => {
    child.kill()
    await ended
  }
  return {
    ready: Number(await nextAnswer()),
    ask: (name, about = null) => {
      child.send({ name, about } satisfies Question)
      return nextAnswer()
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/**
 * Makes this process a program of a benchmark. Sends the number `ready` to the benchmark, and then answers requests
 * until the benchmark ends.
 */
export function answerBenchmark(ready: number, answers: Answers = {}): void {
  const allAnswers: Answers = { cpu: cpuSeconds, memory: memoryBytes, ...answers }
  async function answer({ name, about }: Question): Promise<void> {
    const find = allAnswers[name]
    if (!find) throw new Error(`This process cannot answer ${name}`)
    process.send?.((await find(about as never)) ?? null)
  }
  process.on('message', (question: Question) => void answer(question))
  process.once('disconnect', () => process.exit())
  process.send?.(ready)
}

/** Like `answerBenchmark`, for a program that is a server: sends the free port at which the server then listens. */
export async function answerAtFreePort(server: Server, answers?: Answers): Promise<void> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  answerBenchmark((server.address() as AddressInfo).port, answers)
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function memoryBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().rss
}
