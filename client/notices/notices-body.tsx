import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { NoticesByDay, type NoticesByDayProps } from './notices-by-day.tsx'
import type { NoticeLine } from './notice-words.ts'
import type { NoticesState } from './notices-slice.ts'

/** The content of the list of notices. */
export type NoticeListState = { kind: 'loading' } | { kind: 'failed' } | { kind: 'there'; lines: readonly NoticeLine[] }

export type NoticesBodyProps = Pick<NoticesByDayProps, 'headingLevel' | 'onRead' | 'onFollowed'> & {
  shown: NoticeListState
  onRetry(): void
}

/** Shows the list of notices. Without notices, says whether they are loading, failed to load or do not exist. */
export function NoticesBody({ shown, headingLevel, onRead, onFollowed, onRetry }: NoticesBodyProps) {
  const { t } = useTexts()
  switch (shown.kind) {
    case 'loading':
      return <CentredSpinner label={t('notices.loading')} />
    case 'failed':
      return <FailureCallout onRetry={onRetry}>{t('notices.failed')}</FailureCallout>
    case 'there':
      if (shown.lines.length === 0) return <EmptyState title={t('notices.empty')}>{t('notices.empty-text')}</EmptyState>
      return <NoticesByDay lines={shown.lines} {...{ headingLevel, onRead, onFollowed }} />
  }
}

/** Returns the content of the list. Loaded notices stay visible while they are read again. */
export function noticeListStateOf({ items, newest }: NoticesState, lines: readonly NoticeLine[]): NoticeListState {
  if (items !== null) return { kind: 'there', lines }
  return newest === 'failed' ? { kind: 'failed' } : { kind: 'loading' }
}
