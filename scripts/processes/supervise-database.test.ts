import { expect, test } from 'vitest'
import { superviseDatabase } from './supervise-database.ts'

// Specification 18.1: `npm start` keeps all parts of the product running.

type Demo = { said: string[]; gaveUp: string[]; pauses: number[] }

/** Watches a database that exits `exits` times and then runs for ten checks. Returns the calls and their arguments. */
async function watched(exits: number): Promise<Demo & { starts: number }> {
  const demo: Demo = { said: [], gaveUp: [], pauses: [] }
  let left = exits
  let starts = 0
  let checksInARow = 0
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const stop = superviseDatabase({
    database: {
      isRunning: async () => {
        if (left === 0 && (checksInARow += 1) > 10) resolve()
        return left === 0
      },
      startAgain: async () => {
        starts += 1
        left -= 1
      },
    },
    printError: (text) => void demo.said.push(text),
    giveUp: (text) => {
      demo.gaveUp.push(text)
      resolve()
    },
    pause: async (ms) => void demo.pauses.push(ms),
  })
  await over
  await stop()
  return { ...demo, starts }
}

test('a running PostgreSQL is not restarted', async () => {
  expect(await watched(0)).toMatchObject({ starts: 0, said: [], gaveUp: [] })
})

test('a PostgreSQL that died is restarted, with a clear log line', async () => {
  const { starts, said, gaveUp } = await watched(1)
  expect({ starts, gaveUp }).toEqual({ starts: 1, gaveUp: [] })
  expect(said).toEqual([
    'PostgreSQL has ended and is started again in 1 s (more in logs/postgres.log).',
    'PostgreSQL runs again.',
  ])
})

test('pauses grow, and after repeated exits the watch gives up with an error', async () => {
  const { starts, pauses, gaveUp } = await watched(100)
  expect(starts).toBe(5)
  expect(pauses.filter((ms) => ms >= 1_000)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  expect(gaveUp).toEqual(['PostgreSQL has ended 6 times in a row; see logs/postgres.log.'])
})
