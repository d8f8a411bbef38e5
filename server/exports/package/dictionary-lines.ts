import { datapoints, type Datapoint } from '#contract/datapoints.ts'
import { toCsvLine } from './csv.ts'
import { columnNamesOf, dictionarySchema, unitSymbolOf } from './table-schemas.ts'

/** Returns the lines of dictionary.csv, sorted by the id of the datapoint. */
export function* generateDictionaryLines(): Generator<string> {
  yield toCsvLine(columnNamesOf(dictionarySchema))
  for (const datapoint of datapoints.toSorted((a, b) => (a.id < b.id ? -1 : 1))) yield lineOf(datapoint)
}

function lineOf({ id, name, values, origin }: Datapoint): string {
  const isNumber = values.type === 'number'
  return toCsvLine([
    id,
    name,
    isNumber ? values.unit : null,
    isNumber ? unitSymbolOf(values.unit) : null,
    values.type,
    values.type === 'enum' ? values.values.join(' ') : null,
    isNumber ? values.min : null,
    isNumber ? values.max : null,
    values.type === 'text' ? values.maxLength : null,
    origin,
    false,
  ])
}
