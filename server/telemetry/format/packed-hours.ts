import { parseEpochDay, formatEpochDay } from '../telemetry-report.ts'
import { compressJson, compressDocuments, decompressDocuments } from './compressed-json.ts'
import { telemetryFormatVersion } from './packed-part.ts'

/**
 * The values of a datapoint in one hour of a day, from 0 to 23 (UTC). `sum`: the sum of all values, or null if no
 * chart shows the datapoint.
 */
export type HourValues = { hour: number; least: number; most: number; last: number; sum: number | null; count: number }

/**
 * The hours of a day by the id of the datapoint. A datapoint without values has an empty list. A datapoint is absent if
 * it was added to contract/datapoints.ts after the day was packed.
 */
export type HourValuesByDatapoint = ReadonlyMap<string, readonly HourValues[]>

/**
 * The packed hours of a datapoint: scale, hours, count, then lists of `least`, `most`, `last` and, if a chart shows the
 * datapoint, `sum`. With a scale, values are whole multiples of 10^-scale: `least` as the difference from the hour
 * before, `most` and `last` from `least`, `sum` from `least` times `count`. If the scale is null, values are stored
 * unchanged. The hours are a number if they are the first hours of the day without a gap, otherwise a list. The count
 * is one number if it is the same for all hours, otherwise a list.
 */
type PackedHours = readonly [scale: number | null, hours: Numbers, count: Numbers, ...lists: (readonly number[])[]]

type Numbers = number | readonly number[]

/** The packed document of a day. `day` (`YYYY-MM-DD`) is set only in documents of merged months. */
type Packed = { format: number; day?: string; hours: Readonly<Record<string, PackedHours | null>> }

/** The compression level for hours. This level takes a tenth of a millisecond longer than the default level. */
const compressionLevel = 19

export async function packHours(hours: HourValuesByDatapoint): Promise<Buffer> {
  const packedHours: Packed = {
    format: telemetryFormatVersion,
    hours: Object.fromEntries([...hours].map(([id, ofDatapoint]) => [id, toPacked(ofDatapoint)])),
  }
  return compressJson(packedHours, compressionLevel)
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
    const scaledValues = scaledBy(values, scale)
    if (scaledValues) return [scale, allHours, allCounts, ...scaledValues]
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

/** The unpacked hours of a day. `day`: epoch days, or undefined if the document does not contain the day. */
export type UnpackedHours = { day: number | undefined; hours: HourValuesByDatapoint }

/**
 * Unpacks the hours of a day, or of each day of a month. `ids`: the datapoints to unpack; if omitted, all are
 * unpacked.
 * @throws Error if the data is damaged or has another version
 */
export function unpackHours(data: Uint8Array, ids?: readonly string[]): UnpackedHours[] {
  return decompressDocuments(data).map((text) => {
    const packedHours = JSON.parse(text) as Packed
    if (packedHours.format !== telemetryFormatVersion)
      throw new Error(`The format has the version ${packedHours.format}`)
    const wantedIds = ids?.filter((id) => Object.hasOwn(packedHours.hours, id)) ?? Object.keys(packedHours.hours)
    const hours = new Map(wantedIds.map((id) => [id, unpackedHours(packedHours.hours[id])]))
    return { day: packedHours.day === undefined ? undefined : parseEpochDay(packedHours.day), hours }
  })
}

/** The packed hours of a day. `day`: epoch days. */
export type PackedDayHours = { day: number; hours: Uint8Array }

/**
 * Merges the packed hours of days into those of a month.
 * @throws Error if the data of a day is damaged
 */
export async function mergePackedHours(days: readonly PackedDayHours[]): Promise<Buffer> {
  const documents = days.flatMap(({ day, hours }) =>
    decompressDocuments(hours).map((text) => {
      const { format, ...rest } = JSON.parse(text) as Packed
      return JSON.stringify({ format, day: formatEpochDay(day), ...rest })
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
