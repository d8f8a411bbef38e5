import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { SearchLoad, SearchMeasurement } from './load.ts'

export type SearchServer = { port: number; stop(): Promise<void> }

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Starts a server of its own on a database, and waits until it listens. */
export async function startSearchServer(
  script: './portal.ts' | './floor.ts',
  databaseUrl: string,
): Promise<SearchServer> {
  const child = fork(fileOf(script), [databaseUrl])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, stop: async () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Runs one load and answers what came of it. */
export async function measureSearch(load: SearchLoad): Promise<SearchMeasurement> {
  const child = spawn(process.execPath, [fileOf('./load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(load))
  return (await json(child.stdout)) as SearchMeasurement
}
