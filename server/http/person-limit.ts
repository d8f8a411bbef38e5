import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { type AttemptLimit, consume } from './attempt-limit.ts'
import type { Caller } from './caller.ts'
import { portionedLimiter } from './portioned-limit.ts'

/** Counts frequent requests of one person, over all processes. @throws Refusal `too-many-requests` */
export type LimitPerson = (person: Pick<Caller, 'issuer' | 'subject'>) => Promise<void>

export function createPersonLimit(pool: Pool, limit: AttemptLimit): LimitPerson {
  const limiter = portionedLimiter(pool, limit)
  return async ({ issuer, subject }) =>
    consume(limiter, createHash('sha256').update(`${issuer}\0${subject}`).digest('base64url'))
}
