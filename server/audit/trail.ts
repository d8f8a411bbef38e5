import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { AuditAct, Outcome } from './record.ts'
import { addToHourlyCount, insertRecordFirst, setOutcome } from './store.ts'

/** An act whose record was inserted before the act ran. `id` is the id of the record. */
export type BegunAct = { id: string; act: AuditAct }

/**
 * Records what people do.
 * - `begin` records an act before it runs. If `begin` rejects, the caller must not run the act.
 * - `end` stores the outcome of the act.
 * - `refuse` records a request that was refused before its act began.
 */
export type AuditTrail = {
  begin(act: AuditAct): Promise<BegunAct>
  end(begun: BegunAct, outcome: Outcome): Promise<void>
  refuse(act: AuditAct, outcome: Outcome): Promise<void>
}

/**
 * How many records of one person get their own row in an hour, in each process. For requests without a person, the
 * limit applies to an IP address. Further records are only counted, so that nobody can fill the table.
 */
const maxRowsPerHour = { done: 600, refused: 60 }

export function createAuditTrail({ db, clock }: { db: Queryable; clock: Clock }): AuditTrail {
  const limits = { done: limitOf(maxRowsPerHour.done), refused: limitOf(maxRowsPerHour.refused) }
  const dated = (act: AuditAct, outcome: Outcome) => ({ ...act, outcome, at: new Date(clock.now()) })

  async function hasRow({ personId, address }: AuditAct, outcome: Outcome): Promise<boolean> {
    const limit = outcome === 'done' || outcome === 'broken-off' ? limits.done : limits.refused
    return countOne(limit, personId ?? address ?? '')
  }

  return {
    begin: async (act) => ({ id: await insertRecordFirst(db, dated(act, 'begun')), act }),

    async end({ id, act }, outcome) {
      if (await hasRow(act, outcome)) await setOutcome(db, { id, outcome })
      else await addToHourlyCount(db, dated(act, outcome), id)
    },

    async refuse(act, outcome) {
      if (await hasRow(act, outcome)) await insertRecordFirst(db, dated(act, outcome))
      else await addToHourlyCount(db, dated(act, outcome), null)
    },
  }
}

function limitOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: 60 * 60 })
}

async function countOne(limit: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limit.consume(key)
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}
