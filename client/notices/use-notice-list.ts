import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { useCallDispatch } from '#client/call-thunk.ts'
import type { NoticesBodyProps } from './notices-body.tsx'
import { loadNotices, markNoticesAsRead, selectNotices } from './notices-slice.ts'
import { useNoticeLines } from './use-notice-lines.ts'

const noNotices: readonly never[] = []

const none: ReadonlySet<string> = new Set()

export type NoticeListControl = {
  /** The props of the list. Notices that were unread when the list was opened still look unread. */
  list: Pick<NoticesBodyProps, 'state' | 'lines' | 'onRead' | 'onRetry'>
  hasUnread: boolean
  /** Marks all notices as read, and shows them as read. */
  readAll(): void
}

/**
 * Returns the newest notices, at most `maxCount`. Marks the shown notices as read when the list opens, and new notices
 * when they arrive. So that the person can find these notices, they look unread until the list closes or `onRead` or
 * `readAll` is called. Specification 2.17.
 */
export function useNoticeList(isOpen: boolean, maxCount = Infinity): NoticeListControl {
  const dispatch = useCallDispatch()
  const notices = useSelector(selectNotices)
  const shownLines = useNoticeLines(notices.items ?? noNotices).slice(0, maxCount)
  /** The ids of the notices that were unread when the list showed them. The set becomes empty when the list closes. */
  const [seen, setSeen] = useState(none)
  const [settled, setSettled] = useState(none)
  const sentIds = useRef(none)

  // Marks each notice once each time the list is open. If this fails, the notice is unread again, and a retry happens
  // when the list opens again.
  const unread = shownLines.filter(({ id, isRead }) => isOpen && !isRead && !seen.has(id)).map(({ id }) => id)
  if (unread.length > 0) setSeen(new Set([...seen, ...unread]))
  if (!isOpen && seen.size > 0) {
    setSeen(none)
    setSettled(none)
  }

  useEffect(() => {
    const ids = [...seen].filter((id) => !sentIds.current.has(id))
    sentIds.current = seen
    if (ids.length > 0) void dispatch(markNoticesAsRead(ids))
  }, [dispatch, seen])

  const stateBefore = notices.newest === 'failed' ? 'failed' : 'loading'
  const isNew = (id: string) => seen.has(id) && !settled.has(id)
  return {
    list: {
      state: notices.items === null ? stateBefore : 'there',
      lines: shownLines.map((line) => ({ ...line, isRead: line.isRead && !isNew(line.id) })),
      onRead: (ids) => setSettled(new Set([...settled, ...ids])),
      onRetry: async () => dispatch(loadNotices()),
    },
    hasUnread: notices.unread > 0 || shownLines.some(({ id }) => isNew(id)),
    readAll: () => {
      setSettled(seen)
      if (notices.unread > 0) void dispatch(markNoticesAsRead('all'))
    },
  }
}
