import type { Transaction } from '#server/database/transaction.ts'
import { batches } from './batches.ts'
import { createPace } from './pace.ts'
import { type LooseValuesWanted, openLooseValues } from './store.ts'

/** Numbers that a datapoint had from `at` (epoch milliseconds) on, in the order of time, before the next of `begins`. */
export type SliceValues = { id: string; at: number; values: readonly number[] }

const slicesAtOnce = 96

/**
 * The numbers of reports in `telemetry`, of a range that has no other reports. The database collects the numbers of a
 * slice, because one row for each report takes it and the portal several times as long.
 */
export async function* readLooseValues(
  transaction: Transaction,
  wanted: LooseValuesWanted,
): AsyncGenerator<SliceValues> {
  const pace = createPace()
  for await (const rows of batches(await openLooseValues(transaction, wanted), slicesAtOnce))
    for (const { unit, slice, numbers } of rows) {
      await pace()
      const lists = JSON.parse(numbers) as number[][]
      for (const [index, { id }] of (wanted.datapointsOf.get(unit) ?? []).entries())
        yield { id, at: wanted.begins[slice - 1] ?? wanted.from, values: lists[index] ?? [] }
    }
}
