import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { consume } from '#server/http/attempt-limit.ts'
import type { Caller } from '#server/http/caller.ts'
import { portionedLimiter } from '#server/http/portioned-limit.ts'

/** Twice what a person can type: the page waits a second after the last key. Specification 9. */
const lookUps = { name: 'look-up', attempts: 120, windowS: 60 }

/** @throws Refusal `too-many-requests` */
export type LimitLookUps = (person: Pick<Caller, 'issuer' | 'subject'>) => Promise<void>

/** Bounds how fast one person can read through all companies, over all processes. Specification 19.30. */
export function createLookUpLimit(pool: Pool): LimitLookUps {
  const limiter = portionedLimiter(pool, lookUps)
  return async ({ issuer, subject }) =>
    consume(limiter, createHash('sha256').update(`${issuer}\0${subject}`).digest('base64url'))
}
