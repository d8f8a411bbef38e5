import type { GatewayNoticeState } from '../notice-rules.ts'

/**
 * The content of `notice_state.state` with the field names of the previous release, which reads both formats. This
 * release writes `GatewayNoticeState`. A row keeps the old format until the gateway is judged again. The next release
 * converts the remaining rows in a migration and removes this file.
 */
export type StoredNoticeState = {
  troubles: Renamed<GatewayNoticeState['troubles'][number]>[]
  past: (Omit<Renamed<GatewayNoticeState['recurrences'][number]>, 'recurs'> & { recurs: 'no' | 'waits' | 'told' })[]
  tellings: number[]
  offline: { since: number; toldAt: number | null } | null
}

type Renamed<Shape extends { notifiedAt: number | null }> = Omit<Shape, 'notifiedAt'> & { toldAt: number | null }

export function fromStoredNoticeState(storedMemory: StoredNoticeState | GatewayNoticeState): GatewayNoticeState {
  if ('recurrences' in storedMemory) return storedMemory
  const { troubles, past, tellings, offline } = storedMemory
  return {
    troubles: troubles.map(({ toldAt, ...trouble }) => ({ ...trouble, notifiedAt: toldAt })),
    recurrences: past.map(({ toldAt, recurs, ...recurrence }) => {
      return { ...recurrence, recurs: recurs === 'told' ? 'notified' : recurs, notifiedAt: toldAt }
    }),
    recentNotices: tellings,
    offline: offline && { since: offline.since, notifiedAt: offline.toldAt },
  }
}
