import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from './database-location.ts'

type Run = { location: DatabaseLocation; program: 'initdb' | 'pg_ctl'; args: string[]; log?: number }

type Outcome = { code: number | null; output: string }

/**
 * Runs a PostgreSQL program as the user of the location, and returns its exit code and output. `log` is an open file
 * for the output. For pg_ctl, `log` is necessary: the server that pg_ctl starts continues to run, and would hold a pipe
 * open.
 */
export function runPostgresProgram({ location, program, args, log }: Run): Promise<Outcome> {
  const child = spawn(join(location.binaries, 'bin', program), args, {
    cwd: dirname(location.cluster),
    env: { TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
    ...location.account,
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve({ code, output }))
  })
}

/** Returns the last line of a program's output. */
export function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
