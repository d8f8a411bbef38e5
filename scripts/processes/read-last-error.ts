import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { parseJson } from '#contract/parse-json.ts'
import type { ServiceProcess } from './service-process.ts'

const errorForm = /^\w*(?:error|failure)\b.*: /iu
/** pino's level number for errors; the level of fatal errors is higher. */
const errorLevel = 50

/**
 * Reads the last line of an ended process's output that begins like an error, or its last line if there is none.
 * Returns at most 300 characters.
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
