import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import { registerTestGateways, storeFaultReport, createTestApplianceStore } from '#test/appliances.ts'

const database = await createTestDatabase()
const now = Date.parse('2026-03-01T10:00:00Z')
const person = { issuer: 'https://issuer.example', subject: 'owner' }
const { list } = createTestApplianceStore({ db: database.pool, clock: { now: () => now } })

afterAll(async () => database.close())

/** A simulated report: its fault code (null if it has no fault), and the time since the previous report. */
type Report = { code: 'G901' | 'G902' | 'E104' | null; afterMs: number }
/** The reports of a gateway until now, and how long ago the person added the gateway. */
type Past = { reports: readonly Report[]; addedMs: number }

const pasts: fc.Arbitrary<Past> = fc.record({
  reports: fc.array(
    fc.record({
      code: fc.constantFrom('G901' as const, 'G902' as const, 'E104' as const, null),
      afterMs: fc.oneof(fc.integer({ min: 1, max: 40 * hourMs }), fc.constant(dayMs)),
    }),
    { maxLength: 6 },
  ),
  addedMs: fc.integer({ min: 0, max: 60 * hourMs }),
})

test('lastEmergencyAt is when an emergency was last reported in the last 24 hours, after any earlier reports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pasts, { minLength: 1, maxLength: 20 }), async (all) => {
      await database.pool.query('truncate gateway, person cascade')
      const serials = all.map((_, index) => String(100_000_000 + index))
      await registerTestGateways(database, serials)
      for (const [index, past] of all.entries()) await store(serials[index] ?? '', past)
      const items = await list(person, null)
      expect(new Map(items.map(({ credentials, lastEmergencyAt }) => [credentials.serial, lastEmergencyAt]))).toEqual(
        new Map(all.map((past, index) => [serials[index], lastEmergencyOf(past)])),
      )
    }),
    { numRuns: 10 },
  )
})

/** Returns the times of the reports in epoch milliseconds. The last report is at `now`. */
function timesOf({ reports }: Past): number[] {
  return reports.map((_, index) => now - reports.slice(index + 1).reduce((sum, { afterMs }) => sum + afterMs, 0))
}

function lastEmergencyOf(past: Past): string | null {
  const times = timesOf(past)
  const from = Math.max(now - dayMs, now - past.addedMs)
  const ends = past.reports.flatMap(({ code }, index) =>
    code === 'G901' || code === 'G902' ? [times[index + 1] ?? now] : [],
  )
  const lately = ends.filter((end) => end > from)
  return lately.length === 0 ? null : new Date(Math.max(...lately)).toISOString()
}

/** Writes the states to the database one after the other. Database triggers record each change. */
async function store(serial: string, past: Past): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>('select id from gateway where serial = $1', [serial])
  const id = rows[0]?.id
  await database.pool.query(
    `with owner as (
       insert into person (issuer, subject) values ($1, $2)
       on conflict (issuer, subject) do update set subject = excluded.subject returning id
     ) insert into connection (person_id, gateway_id, added_at) select id, $3, $4 from owner`,
    [person.issuer, person.subject, id, new Date(now - past.addedMs)],
  )
  const times = timesOf(past)
  for (const [index, { code }] of past.reports.entries())
    await storeFaultReport(database.pool, id ?? '', { code, at: times[index] ?? now })
}
