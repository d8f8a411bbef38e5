import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from './location.ts'

type Run = { location: DatabaseLocation; program: 'initdb' | 'pg_ctl'; args: string[]; log?: number }

type Outcome = { code: number | null; output: string }

// Waits for 'exit' instead of 'close', and uses a file for the log, because the server outlives pg_ctl and would keep a pipe open.
/** Runs a PostgreSQL program as the user of the location. `log`: an open file for its output. */
export function run({ location, program, args, log }: Run): Promise<Outcome> {
  const child = spawn(join(location.binaries, 'bin', program), args, {
    cwd: dirname(location.cluster),
    env: { TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
    ...location.account,
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) => done({ code, output }))
  })
}

/** The last line of a program's output. */
export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
