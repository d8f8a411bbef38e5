import { dayFromName, nameOfDay } from '../report.ts'
import { compress, compressDocuments, decompressDocuments } from './json.ts'
import { formatVersion } from './part.ts'

/**
 * The values of a datapoint in one hour of its day, from 0 to 23. Only datapoints of charts have `sum`, the sum of all
 * values.
 */
export type HourValues = { hour: number; least: number; most: number; last: number; sum: number | null; count: number }

/**
 * The hours of a day by the id of the datapoint. A datapoint without reports has an empty list. A datapoint that was
 * added to the dictionary after the packing is absent.
 */
export type DayHours = ReadonlyMap<string, readonly HourValues[]>

/**
 * Of a datapoint: scale, hours, count, then least, most, last and, of what charts show, sum of each hour. With a scale these are whole
 * multiples of 10^-scale: `least` as the distance from the hour before, `most` and `last` from `least`, `sum` from `least` times
 * `count`. Where the scale is null they are as they are. Hours: how many there are where they begin at 0 and none is left out,
 * else a list. Count: one number where all have the same.
 */
type PackedHours = readonly [scale: number | null, hours: Numbers, count: Numbers, ...lists: (readonly number[])[]]

type Numbers = number | readonly number[]

/** `day`: in merged months only. */
type Packed = { format: number; day?: string; hours: Readonly<Record<string, PackedHours | null>> }

/** The level for hours, which takes a tenth of a millisecond longer than the default level. */
const compressionLevel = 19

export async function packHours(hours: DayHours): Promise<Buffer> {
  const packed: Packed = {
    format: formatVersion,
    hours: Object.fromEntries([...hours].map(([id, ofDatapoint]) => [id, toPacked(ofDatapoint)])),
  }
  return compress(packed, compressionLevel)
}

function toPacked(values: readonly HourValues[]): PackedHours | null {
  if (values.length === 0) return null
  const hours = values.map(({ hour }) => hour)
  const counts = values.map(({ count }) => count)
  const [allHours, allCounts] = [
    hours.every((hour, index) => hour === index) ? hours.length : hours,
    counts.every((count) => count === counts[0]) ? (counts[0] ?? 0) : counts,
  ]
  for (let scale = 0; scale <= largestScale; scale += 1) {
    const scaled = scaledBy(values, scale)
    if (scaled) return [scale, allHours, allCounts, ...scaled]
  }
  return [null, allHours, allCounts, ...listsOf(values)]
}

const largestScale = 6
const largestScaled = 2 ** 51

function listsOf(values: readonly HourValues[]): number[][] {
  const sums = values.flatMap(({ sum }) => (sum === null ? [] : [sum]))
  const lists = [values.map(({ least }) => least), values.map(({ most }) => most), values.map(({ last }) => last)]
  return sums.length === values.length ? [...lists, sums] : lists
}

function scaledBy(values: readonly HourValues[], scale: number): number[][] | null {
  const factor = 10 ** scale
  const whole = (value: number) => Math.round(value * factor)
  const isWhole = (value: number) => whole(value) / factor === value && Math.abs(whole(value)) <= largestScaled
  const lists = listsOf(values)
  if (!lists.every((list) => list.every(isWhole))) return null
  const [least = [], most = [], last = [], sum] = lists.map((list) => list.map(whole))
  const from = (index: number) => least[index] ?? 0
  const distances = [
    least.map((value, index) => value - from(index - 1)),
    most.map((value, index) => value - from(index)),
    last.map((value, index) => value - from(index)),
  ]
  return sum ? [...distances, sum.map((value, index) => value - from(index) * (values[index]?.count ?? 0))] : distances
}

/** The hours of a day. `day`: epoch days; undefined in a document that does not contain it. */
export type UnpackedHours = { day: number | undefined; hours: DayHours }

/**
 * Unpacks the hours of a day, or of each day of a month: of the datapoints with these ids, or of all. @throws Error of
 * what is damaged, or of another version
 */
export function unpackHours(data: Uint8Array, ids?: readonly string[]): UnpackedHours[] {
  return decompressDocuments(data).map((text) => {
    const packed = JSON.parse(text) as Packed
    if (packed.format !== formatVersion) throw new Error(`The format has the version ${packed.format}`)
    const wanted = ids?.filter((id) => Object.hasOwn(packed.hours, id)) ?? Object.keys(packed.hours)
    const hours = new Map(wanted.map((id) => [id, unpackedHours(packed.hours[id])]))
    return { day: packed.day === undefined ? undefined : dayFromName(packed.day), hours }
  })
}

/** Packed hours of a day. `day`: epoch days. */
export type PackedDayHours = { day: number; hours: Uint8Array }

/** Merges the packed hours of days into those of a month. @throws Error of what is damaged */
export async function mergeHours(days: readonly PackedDayHours[]): Promise<Buffer> {
  const documents = days.flatMap(({ day, hours }) =>
    decompressDocuments(hours).map((text) => {
      const { format, ...rest } = JSON.parse(text) as Packed
      return JSON.stringify({ format, day: nameOfDay(day), ...rest })
    }),
  )
  return compressDocuments(documents, compressionLevel)
}

function unpackedHours(hours: PackedHours | null | undefined): HourValues[] {
  return hours ? fromPacked(hours) : []
}

function fromPacked([scale, hours, counts, least = [], most = [], last = [], sum]: PackedHours): HourValues[] {
  const factor = 10 ** (scale ?? 0)
  let base = 0
  return least.map((value, index) => {
    const count = typeof counts === 'number' ? counts : (counts[index] ?? 0)
    if (scale !== null) base += value
    const from = (list: readonly number[], start: number) => (start + (list[index] ?? 0)) / factor
    return {
      hour: typeof hours === 'number' ? index : (hours[index] ?? 0),
      least: scale === null ? value : base / factor,
      most: from(most, base),
      last: from(last, base),
      sum: sum ? from(sum, base * count) : null,
      count,
    }
  })
}
