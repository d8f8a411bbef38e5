import { formatDatedMoment, formatMoment, useNow } from './format.ts'
import { useTexts } from './text-provider.tsx'

/** Returns functions that format a time (RFC 3339) like `formatMoment` and `formatDatedMoment`, for the present time. */
export function useMoments(): { moment(at: string): string; datedMoment(at: string): string } {
  const { locale } = useTexts()
  const now = useNow()
  return {
    moment: (at) => formatMoment(Date.parse(at), now, locale),
    datedMoment: (at) => formatDatedMoment(Date.parse(at), now, locale),
  }
}
