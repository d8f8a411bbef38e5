import { useSelector } from 'react-redux'
import { useCallDispatch } from '#client/call-thunk.ts'
import { noticeListStateOf } from './notices-body.tsx'
import { NoticesPanel, type NoticesPanelProps } from './notices-panel.tsx'
import { loadNotices, markNoticesAsRead, selectNotices } from './notices-slice.ts'
import { useNoticeLines } from './use-notice-lines.ts'
import { useMarkReadOnOpening } from './use-mark-read-on-opening.ts'

/** The number of notices in the overlay. The page of notices shows all notices. */
const newestCount = 10

const none: readonly never[] = []

export type NewestNoticesProps = Pick<NoticesPanelProps, 'triggerRef' | 'isOpen' | 'onOpenChange'>

/** Shows the newest notices in an overlay, with their actions. The bell loads this component when it is needed. */
export function NewestNotices(overlay: NewestNoticesProps) {
  const dispatch = useCallDispatch()
  const notices = useSelector(selectNotices)
  const all = useNoticeLines(notices.items ?? none)
  const { lines, hasNew, showAsRead: settle } = useMarkReadOnOpening(all.slice(0, newestCount), overlay.isOpen)
  function readAll(): void {
    settle('all')
    if (notices.unread > 0) void dispatch(markNoticesAsRead('all'))
  }
  return (
    <NoticesPanel
      {...overlay}
      hasUnread={hasNew || notices.unread > 0}
      shown={noticeListStateOf(notices, lines)}
      onRead={settle}
      onAllRead={readAll}
      onRetry={() => void dispatch(loadNotices())}
    />
  )
}
