import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { parseJson } from '#contract/parse-json.ts'
import type { ServiceProcess } from './service-process.ts'

const errorForm = /^\w*(?:error|failure)\b.*: /iu
/** The number of pino's level for errors. The level for fatal errors has a higher number. */
const errorLevel = 50

/**
 * Reads, from the output of an ended process, the last line that begins like an error. If there is none, reads the last
 * line. Returns at most 300 characters.
 *
 * Skips log records below the level of errors. Returns undefined if no line is left.
 */
export async function readLastError({
  logPath,
  logStart,
}: Pick<ServiceProcess, 'logPath' | 'logStart'>): Promise<string | undefined> {
  const lines = (await readFile(logPath)).subarray(logStart).toString().trim().split('\n')
  const words = lines.map(wordsOf).filter((line) => line !== '')
  const error = words.findLast((line) => errorForm.test(line)) ?? words.at(-1)
  return error?.slice(0, 300)
}

/** Returns the text of a line. Returns an empty text for log records below the level of errors. */
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
