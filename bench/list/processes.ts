import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ListLoad } from './load.ts'

export type ListMeasurement = { perSecond: number; p99: number; failed: number; bytes: number }

const answerWithinMs = 20_000

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Starts a server of its own and waits until `probe` answers anything at all. */
export async function startListServer(
  script: string,
  env: Record<string, string>,
  probe: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileOf(script)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const giveUpAt = Date.now() + answerWithinMs
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    const isThere = await fetch(probe).then(
      () => true,
      () => false,
    )
    if (isThere) return child
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${script} does not answer at ${probe}`)
}

export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Runs one load and answers what came of it. */
export async function measureList(load: ListLoad): Promise<ListMeasurement> {
  const child = spawn(process.execPath, [fileOf('./load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(load))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  await once(child, 'close')
  const measured = JSON.parse(output) as ListMeasurement
  if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${load.url} failed`)
  return measured
}
