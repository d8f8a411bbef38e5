import { fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '#server/config.ts'
import { memoryFlags } from '#server/memory-flags.ts'

type Question = { name: string; about: unknown }

/** What a process is asked, by name, and how it answers. Both go through JSON. */
type Answers = Readonly<Record<string, (about: never) => unknown>>

/** A program of a bench in a process of its own. `ready`: the number it gave when it was ready, such as its port. */
export type BenchProcess = {
  ready: number
  ask<Answer = number>(name: string, about?: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a program that ends with `serve`, and waits until it is ready. `role`: the role of the portal that it runs. */
export async function startProcess(
  program: URL,
  args: readonly (string | number)[] = [],
  role?: Role,
): Promise<BenchProcess> {
  const execArgv = ['--expose-gc', ...(role ? memoryFlags(role) : [])]
  const child = fork(fileURLToPath(program), args.map(String), { execArgv })
  const ended = once(child, 'exit')
  const lost = ended.then(([code]) => Promise.reject(new Error(`${basename(program.pathname)} ended with ${code}`)))
  // Heard by whoever waits for an answer; a process that is stopped owes none.
  lost.catch(() => {})
  const nextAnswer = async () => (await Promise.race([once(child, 'message'), lost]))[0]
  return {
    ready: Number(await nextAnswer()),
    ask: (name, about = null) => {
      child.send({ name, about } satisfies Question)
      return nextAnswer()
    },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** Asks a program one thing, in a process for that alone. */
export async function askOnce<Answer>(program: URL, name: string, about: unknown): Promise<Answer> {
  const process_ = await startProcess(program)
  const answer = await process_.ask<Answer>(name, about)
  await process_.stop()
  return answer
}

/** For a program of a bench: says that it is ready, then answers each question, until the bench is gone. */
export function serve(ready: number, answers: Answers = {}): void {
  const known: Answers = { cpu: cpuSeconds, memory: memoryBytes, ...answers }
  async function answer({ name, about }: Question): Promise<void> {
    const find = known[name]
    if (!find) throw new Error(`This process cannot tell ${name}`)
    process.send?.((await find(about as never)) ?? null)
  }
  process.on('message', (question: Question) => void answer(question))
  process.once('disconnect', () => process.exit())
  process.send?.(ready)
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
