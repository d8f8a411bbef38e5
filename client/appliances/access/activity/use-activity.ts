import { useCallback, useEffect, useState } from 'react'
import { accessApi } from '#contract/access-api.ts'
import type { ActivityEntry, ActivityList } from '#contract/activity.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { useCallDependencies } from '#client/call-thunk.ts'

export type ActivityState = {
  /** The entries, newest first; null until they are loaded. */
  items: readonly ActivityEntry[] | null
  hasMore: boolean
  failed: 'newest' | 'older' | null
}

export type UseActivityResult = ActivityState & { read(): Promise<void>; readOlder(): Promise<void> }

const nothing: ActivityState = { items: null, hasMore: false, failed: null }

/** Loads the newest activity of an appliance. Loads it again whenever the page stores a new state of the appliance. */
export function useActivity(appliance: Appliance): UseActivityResult {
  const { call } = useCallDependencies()
  const [state, setState] = useState(nothing)

  /** Reads the newest entries, or the entries that are older than the entry `oldest`. */
  const read = useCallback(
    async (oldest?: ActivityEntry) =>
      call(accessApi.readActivity, { params: { id: appliance.id }, query: { before: oldest?.id } }).then(
        (list) =>
          setState((before) =>
            oldest ? appendOlderActivity(before, oldest, list) : prependNewestActivity(before, list),
          ),
        () => setState((before) => ({ ...before, failed: oldest ? 'older' : 'newest' })),
      ),
    [call, appliance],
  )

  useEffect(() => void read(), [read])

  async function readOlder(): Promise<void> {
    // Screen readers announce a second failure only if the first one disappears before.
    setState((before) => ({ ...before, failed: before.failed === 'older' ? null : before.failed }))
    await read(state.items?.at(-1))
  }

  return { ...state, read: async () => read(), readOlder }
}

/**
 * Puts the newest entries before those of earlier loads. If the loads do not overlap, drops the earlier entries,
 * because entries between the loads may be missing.
 */
export function prependNewestActivity({ items, hasMore }: ActivityState, newest: ActivityList): ActivityState {
  const last = newest.items.at(-1)
  const index = last && items ? items.findIndex((entry) => entry.id === last.id) : -1
  if (items === null || index === -1) return { ...newest, failed: null }
  return { items: [...newest.items, ...items.slice(index + 1)], hasMore, failed: null }
}

/** Appends older entries. Ignores the entries if `oldest` is no longer the last entry of the list. */
export function appendOlderActivity(state: ActivityState, oldest: ActivityEntry, older: ActivityList): ActivityState {
  if (state.items?.at(-1)?.id !== oldest.id) return state
  return { items: [...state.items, ...older.items], hasMore: older.hasMore, failed: null }
}
