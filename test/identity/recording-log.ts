import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

/** A logger that stores its lines, so that tests can search them for secrets. */
export type RecordingLog = { log: FastifyBaseLogger; lines: string[] }

export function createRecordingLog(): RecordingLog {
  const lines: string[] = []
  return { log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }), lines }
}
