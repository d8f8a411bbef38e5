import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { cpuMsOf, identityOf, type ProcessIdentity } from '#server/database/running-process.ts'
import type { SignOfLife } from './patience.ts'
import type { ProcessSpec } from './process-specs.ts'

/** A running part. */
export type Child = {
  name: string
  /** For the note of what runs; undefined when it ended at once. */
  identity: ProcessIdentity | undefined
  logPath: string
  /** Where in the log file the words of this process begin, in bytes. */
  logStart: number
  /** Settles when the process has ended, with its exit code, or null when a signal ended it. */
  ended: Promise<number | null>
  /** Asks it to end, and ends it when it has not within ten seconds. */
  stop(): Promise<void>
}

const endWithinMs = 10_000
const logAtMostBytes = 10_000_000

/**
 * Starts one part in a session of its own, so that Ctrl-C reaches us alone and we end the parts in order. The IPC
 * channel tells the part when we are gone. Its output goes to `<logFolder>/<name>.log`.
 */
export async function startChild(part: ProcessSpec, logFolder: string): Promise<Child> {
  const logPath = join(logFolder, `${part.name}.log`)
  const log = await open(logPath, 'a')
  if ((await log.stat()).size > logAtMostBytes) await log.truncate()
  const { size: logStart } = await log.stat()
  const process_ = spawn(process.execPath, [join(import.meta.dirname, '../..', part.script)], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...part.env },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    detached: true,
  })
  const ended = new Promise<number | null>((done) => process_.once('exit', done))
  await new Promise((spawned, failed) => process_.once('spawn', spawned).once('error', failed))
  await log.close()
  const identity = await identityOf(process_.pid ?? 0)
  return { name: part.name, identity, logPath, logStart, ended, stop: () => stop(process_, ended) }
}

async function stop(process_: ChildProcess, ended: Promise<unknown>): Promise<void> {
  process_.kill('SIGTERM')
  const force = setTimeout(() => process_.kill('SIGKILL'), endWithinMs)
  await ended
  clearTimeout(force)
}

const errorForm = /^\w*(?:error|failure)\b.*: /iu
/** pino's level number for errors; the level of fatal errors is higher. */
const errorLevel = 50

/**
 * The error that ended a part, for the sentence about its end; undefined if it printed none. Earlier log lines of
 * normal work do not count.
 */
export async function lastOutput({
  logPath,
  logStart,
}: Pick<Child, 'logPath' | 'logStart'>): Promise<string | undefined> {
  const lines = (await readFile(logPath)).subarray(logStart).toString().trim().split('\n')
  const words = lines.map(wordsOf).filter((line) => line !== '')
  const error = words.findLast((line) => errorForm.test(line)) ?? words.at(-1)
  return error?.slice(0, 300)
}

/** The text of a line; empty for log records below the level of errors. */
function wordsOf(line: string): string {
  const text = line.trim()
  if (!text.startsWith('{')) return text
  const record = logRecord.safeParse(parseJson(text))
  if (!record.success) return text
  const { level, msg, err } = record.data
  if (level < errorLevel) return ''
  return err?.message === undefined ? msg : `${msg}: ${err.message}`
}

const logRecord = z.object({ level: z.number(), msg: z.string(), err: z.optional(z.object({ message: z.string() })) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The progress of a part so far, which may start slowly on a busy machine. */
export async function signOfLife({ identity, logPath }: Child): Promise<SignOfLife> {
  const log = await stat(logPath)
  return { logBytes: log.size, cpuMs: identity === undefined ? 0 : await cpuMsOf(identity.pid) }
}
