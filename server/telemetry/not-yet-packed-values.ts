import type { Transaction } from '#server/database/transaction.ts'
import { readInBatches } from './read-in-batches.ts'
import { createEventLoopYielder } from './event-loop-yielder.ts'
import { type NotYetPackedValuesQuery, openNotYetPackedValues } from './store.ts'

/**
 * The numbers of a datapoint in one slice of time, in the order of the reports. `at`: the start of the slice in epoch
 * milliseconds; the slice ends where the next begins.
 */
export type SliceValues = { id: string; at: number; values: readonly number[] }

const slicesAtOnce = 96

/**
 * Reads the numbers in a range of time whose reports are all in table `telemetry`. The database collects the numbers
 * of each slice, which needs much less CPU time than one row for each report.
 */
export async function* readNotYetPackedValues(
  transaction: Transaction,
  looseValuesQuery: NotYetPackedValuesQuery,
): AsyncGenerator<SliceValues> {
  const pace = createEventLoopYielder()
  for await (const rows of readInBatches(await openNotYetPackedValues(transaction, looseValuesQuery), slicesAtOnce))
    for (const { unit, slice, numbers } of rows) {
      const lists = numbers.split('\n')
      for (const [index, { id }] of (looseValuesQuery.datapointsOf.get(unit) ?? []).entries()) {
        // Parses one list at a time and yields between them, because the list of an hour with many reports can have
        // 40,000 numbers.
        await pace()
        const values = JSON.parse(`[${lists[index] ?? ''}]`) as number[]
        yield { id, at: looseValuesQuery.begins[slice - 1] ?? looseValuesQuery.from, values }
      }
    }
}
