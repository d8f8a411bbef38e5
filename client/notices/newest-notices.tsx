import { useSelector } from 'react-redux'
import { useCallDispatch } from '#client/call-thunk.ts'
import { shownOf } from './notices-body.tsx'
import { NoticesPanel, type NoticesPanelProps } from './notices-panel.tsx'
import { loadNotices, markNotices, selectNotices } from './notices-slice.ts'
import { useNoticeLines } from './use-notice-lines.ts'

/** The number of notices in the overlay; the page of notices has all. */
const newest = 10

const none: readonly never[] = []

export type NewestNoticesProps = Pick<NoticesPanelProps, 'triggerRef' | 'isOpen' | 'onOpenChange'>

/** The newest notices in an overlay, with their actions; the bell loads it on demand. */
export function NewestNotices(overlay: NewestNoticesProps) {
  const dispatch = useCallDispatch()
  const notices = useSelector(selectNotices)
  const lines = useNoticeLines(notices.items ?? none)
  return (
    <NoticesPanel
      {...overlay}
      unread={notices.unread}
      shown={shownOf(notices, lines.slice(0, newest))}
      onRead={(ids) => void dispatch(markNotices([...ids]))}
      onAllRead={() => void dispatch(markNotices('all'))}
      onRetry={() => void dispatch(loadNotices())}
    />
  )
}
