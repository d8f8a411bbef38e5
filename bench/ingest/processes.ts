import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A process of the bench. `ready` is the number it gave when it was ready; it answers each request with a number. */
export type Process = { ready: number; ask: (request: number) => Promise<number>; stop: () => Promise<void> }

/** Starts a program beside this file and waits until it is ready. */
export async function startProcess(program: string, args: readonly string[]): Promise<Process> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...args], { execArgv: ['--expose-gc'] })
  const nextNumber = async (): Promise<number> => {
    const [answer]: unknown[] = await once(child, 'message')
    return Number(answer)
  }
  return {
    ready: await nextNumber(),
    ask: (request) => {
      child.send(request)
      return nextNumber()
    },
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** For a program of the bench: says that it is ready, then answers every request. */
export function serve(ready: number, answer: (request: number) => number | Promise<number>): void {
  process.on(
    'message',
    (request) => void Promise.resolve(answer(Number(request))).then((number) => process.send?.(number)),
  )
  process.send?.(ready)
}
