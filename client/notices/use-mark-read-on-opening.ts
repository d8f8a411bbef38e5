import { useEffect, useRef, useState } from 'react'
import { useCallDispatch } from '#client/call-thunk.ts'
import type { NoticeLine } from './notice-words.ts'
import { markNoticesAsRead } from './notices-slice.ts'

const none: ReadonlySet<string> = new Set()

export type UseMarkReadOnOpeningResult = {
  /** The lines of the list. Notices that were unread when the list was opened still look unread. */
  lines: readonly NoticeLine[]
  hasNew: boolean
  /** Shows the given notices as read. */
  showAsRead(ids: readonly string[] | 'all'): void
}

/**
 * Marks the shown notices as read when the list opens, and new notices when they arrive. So that the person can find
 * these notices, they look unread until the list closes or `showAsRead` is called. Specification 2.17.
 */
export function useMarkReadOnOpening(shownLines: readonly NoticeLine[], isOpen: boolean): UseMarkReadOnOpeningResult {
  const dispatch = useCallDispatch()
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

  const isNew = (id: string) => seen.has(id) && !settled.has(id)
  return {
    lines: shownLines.map((line) => ({ ...line, isRead: line.isRead && !isNew(line.id) })),
    hasNew: shownLines.some(({ id }) => isNew(id)),
    showAsRead: (ids) => setSettled(new Set([...settled, ...(ids === 'all' ? seen : ids)])),
  }
}
