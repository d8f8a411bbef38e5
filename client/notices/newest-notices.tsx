import { useSelector } from 'react-redux'
import { useCallDispatch } from '#client/call-thunk.ts'
import { shownOf } from './notices-body.tsx'
import { NoticesPanel, type NoticesPanelProps } from './notices-panel.tsx'
import { loadNotices, markNotices, selectNotices } from './notices-slice.ts'
import { useNoticeLines } from './use-notice-lines.ts'

/** So many stand over the page; all of them on the page of notices. */
const newest = 10

const none: readonly never[] = []

export type NewestNoticesProps = Pick<NoticesPanelProps, 'triggerRef' | 'isOpen' | 'onOpenChange'>

/** The newest notices over the page, and what can be done with them there; the bell loads it when it is needed. */
export function NewestNotices(place: NewestNoticesProps) {
  const dispatch = useCallDispatch()
  const notices = useSelector(selectNotices)
  const lines = useNoticeLines(notices.items ?? none)
  return (
    <NoticesPanel
      {...place}
      unread={notices.unread}
      shown={shownOf(notices, lines.slice(0, newest))}
      onRead={(ids) => void dispatch(markNotices([...ids]))}
      onAllRead={() => void dispatch(markNotices('all'))}
      onRetry={() => void dispatch(loadNotices())}
    />
  )
}
