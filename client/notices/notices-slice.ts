import { createSlice } from '@reduxjs/toolkit'
import { noticeApi } from '#contract/notice-api.ts'
import type { Notice, NoticeList, NoticesToMarkAsRead } from '#contract/notices.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand } from '#client/command.ts'

/** Loads the newest notices. Specification 23.6. */
export const loadNotices = createCallThunk<NoticeList>('notices/load', async (_, { call }) =>
  call(noticeApi.listNotices, { query: {} }),
)

/** Loads the notices that are older than the cursor `before`. */
export const loadOlderNotices = createCallThunk<NoticeList, string>('notices/load-older', async (before, { call }) =>
  call(noticeApi.listNotices, { query: { before } }),
)

/** Marks notices as read. The store changes immediately, before the server answers. */
export const markNoticesAsRead = createCommand<{ unread: number }, NoticesToMarkAsRead['read']>('notices/mark', {
  isQuiet: true,
  send: async (noticesToRead, { call }) => call(noticeApi.readNotices, { body: { read: noticesToRead } }),
  find: async (noticesToRead, { call }) => {
    const { items, unread } = await call(noticeApi.listNotices, { query: {} })
    const isLeft = items.some(
      ({ id, readAt }) => readAt === null && (noticesToRead === 'all' || noticesToRead.includes(id)),
    )
    return isLeft ? null : { result: { unread } }
  },
})

type Reading = 'idle' | 'loading' | 'failed'

export type NoticesState = {
  /** The loaded notices, newest first; null until they are loaded. */
  items: Notice[] | null
  /** The number of all unread notices, including those that are not loaded. */
  unread: number
  /** The cursor for the next older notices; null if there are none. */
  before: string | null
  /** Whether the last load of the newest notices failed. A failure stays until its retry is answered. */
  newest: 'idle' | 'failed'
  older: Reading
  /** The id of the latest request for the newest notices. The reducer ignores answers to earlier requests. */
  asked: string | null
  /**
   * The number of requests for the list. The app requests the list whenever notices or their settings may have changed.
   */
  asks: number
}

export const initialNoticesState: NoticesState = {
  items: null,
  unread: 0,
  before: null,
  newest: 'idle',
  older: 'idle',
  asked: null,
  asks: 0,
}

export const noticesSlice = createSlice({
  name: 'notices',
  initialState: initialNoticesState,
  reducers: {
    /**
     * Removes the notices after a sign-out. `asks` keeps its value, because a change of `asks` makes other components
     * read again.
     */
    noticesCleared: ({ asks }) => ({ ...initialNoticesState, asks }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(loadNotices.pending, (state, { meta }) => {
        state.asked = meta.requestId
        state.asks += 1
      })
      .addCase(loadNotices.fulfilled, (state, { payload, meta }) => {
        if (state.asked === meta.requestId) Object.assign(state, withNewest(state, payload))
      })
      .addCase(loadNotices.rejected, (state, { meta }) => {
        if (state.asked === meta.requestId) state.newest = 'failed'
      })
      .addCase(loadOlderNotices.pending, (state) => {
        state.older = 'loading'
      })
      .addCase(loadOlderNotices.fulfilled, (state, { payload, meta }) => {
        state.older = 'idle'
        if (state.before !== meta.arg) return
        state.items = [...(state.items ?? []), ...payload.items]
        state.before = payload.before
      })
      .addCase(loadOlderNotices.rejected, (state) => {
        state.older = 'failed'
      })
      .addCase(markNoticesAsRead.pending, (state, { meta }) => {
        // Ignores the answer of a read in progress, because that answer may be older than this change.
        state.asked = null
        state.newest = 'idle'
        markRead(state, meta.arg)
      })
      .addCase(markNoticesAsRead.fulfilled, (state, { payload }) => {
        state.unread = payload.unread
      }),
})

export const { noticesCleared } = noticesSlice.actions

/** Replaces the newest notices. Older notices stay if the new list reaches them without a gap. */
function withNewest({ items, before }: NoticesState, list: NoticeList): Partial<NoticesState> {
  const last = list.items.at(-1)?.id
  const index = items?.findIndex(({ id }) => id === last) ?? -1
  const older = items !== null && index >= 0 ? items.slice(index + 1) : []
  const keptNotices = list.unread === 0 ? older.map(asRead) : older
  return {
    items: [...list.items, ...keptNotices],
    unread: list.unread,
    before: older.length > 0 ? before : list.before,
    newest: 'idle',
  }
}

function asRead(notice: Notice): Notice {
  return { ...notice, readAt: notice.readAt ?? notice.createdAt }
}

function markRead(state: NoticesState, noticesToRead: NoticesToMarkAsRead['read']): void {
  let markedCount = 0
  for (const notice of state.items ?? []) {
    if (notice.readAt !== null || (noticesToRead !== 'all' && !noticesToRead.includes(notice.id))) continue
    notice.readAt = notice.createdAt
    markedCount += 1
  }
  state.unread = noticesToRead === 'all' ? 0 : Math.max(0, state.unread - markedCount)
}

/** The part of the store's state with the notices; null until the code for notices is loaded. */
export type WithNotices = { notices: NoticesState | null }

export function selectNotices({ notices }: WithNotices): NoticesState {
  return notices ?? initialNoticesState
}
