import { openDatabase } from '#server/database/database.ts'
import { type PackingStep, packAndMergeTelemetry } from '#server/telemetry/packing/pack-days-that-ended.ts'

// A process that packs the telemetry of a database until it reaches a given step. It then sends the name of the step to
// the test, and waits for the test to kill it.
const [url = '', lastStep, now] = process.argv.slice(2)
const { pool } = openDatabase(url, { max: 2 })
const onStep = async (step: PackingStep): Promise<void> => {
  if (step !== lastStep) return
  process.send?.(step)
  await new Promise(() => setInterval(() => {}, 60_000))
}
await packAndMergeTelemetry({ pool, clock: { now: () => Number(now) }, onDamaged: () => {}, onStep })
