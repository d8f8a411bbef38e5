import { silentLog } from '#server/log.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { startHeartbeat } from './heartbeat.ts'

const { pool, close } = await createTestDatabase()

afterAll(close)

type Beat = { began_at: Date; until: Date }

const beats = async (): Promise<Beat[]> =>
  (await pool.query<Beat>('select began_at, until from listener_beat order by began_at')).rows

test('a listener stores the period in which it listened, and starts a new one after an interruption', async () => {
  let time = Date.parse('2026-03-15T12:00:00Z')
  const clock = { now: () => time }
  const heartbeat = startHeartbeat({ pool, clock, log: silentLog, everyMs: 5 })
  const untilAfter = async (moment: number): Promise<void> => {
    await expect.poll(async () => (await beats()).at(-1)?.until.getTime() ?? 0).toBe(moment)
  }
  await untilAfter(time)
  time += 20_000
  await untilAfter(time)
  expect(await beats()).toHaveLength(1)
  time += 60_000
  await untilAfter(time)
  expect((await beats()).map(({ began_at: began, until }) => [began.getTime() - time, until.getTime() - time])).toEqual(
    [
      [-80_000, -60_000],
      [0, 0],
    ],
  )
  await heartbeat.stop()
})
