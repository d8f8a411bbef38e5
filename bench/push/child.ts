import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ProcessAnswer, Question } from './answers.ts'

/** A process of the benchmark. `ready` is the number it gave when it was ready. */
export type BenchProcess = { ready: number; ask(question: Question): Promise<number>; stop(): Promise<void> }

/** Starts one of the programs beside this file and waits until it is ready. */
export async function startBenchProcess(program: string, args: readonly string[]): Promise<BenchProcess> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...args], { execArgv: ['--expose-gc'] })
  process.once('exit', () => child.kill('SIGKILL'))
  return {
    ready: await nextAnswer(child),
    ask: (question) => {
      child.send(question)
      return nextAnswer(child)
    },
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function nextAnswer(child: ChildProcess): Promise<number> {
  const [answer] = (await once(child, 'message')) as [ProcessAnswer]
  return answer.number
}
