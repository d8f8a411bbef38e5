import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

/** A real logger that keeps its lines, so that tests may look for what must never stand there. */
export type KeptLog = { log: FastifyBaseLogger; lines: string[] }

export function keptLog(): KeptLog {
  const lines: string[] = []
  return { log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }), lines }
}
