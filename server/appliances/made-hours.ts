export const hourMs = 60 * 60 * 1000

type WantedTime = { begin: Date; end: Date }

/**
 * The whole hours of a stretch that are made (decision 044), and need not be read report by report: none where `until` is not
 * later than `from`. `through`: until when hours are made; null where none is.
 */
export function madeHours({ begin, end }: WantedTime, through: Date | null): { from: Date; until: Date } {
  const from = Math.ceil(begin.getTime() / hourMs) * hourMs
  const until = Math.floor(Math.min(end.getTime(), through?.getTime() ?? 0) / hourMs) * hourMs
  return { from: new Date(from), until: new Date(Math.max(from, until)) }
}
