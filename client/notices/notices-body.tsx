import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { EmptyState } from '#client/ui/empty-state/empty-state.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { NoticesByDay, type NoticesByDayProps } from './notices-by-day.tsx'

export type NoticesBodyProps = NoticesByDayProps & {
  state: 'loading' | 'failed' | 'there'
  onRetry(): Promise<unknown>
}

/**
 * Shows the list of notices. Without notices, says whether they are loading, failed to load or do not exist. Loaded
 * notices stay visible while they are read again.
 */
export function NoticesBody({ state, onRetry, ...list }: NoticesBodyProps) {
  const { t } = useTexts()
  if (state === 'failed') return <FailureCallout onRetry={onRetry}>{t('notices.failed')}</FailureCallout>
  if (state === 'loading') return <CentredSpinner label={t('notices.loading')} />
  if (list.lines.length === 0) return <EmptyState title={t('notices.empty')}>{t('notices.empty-text')}</EmptyState>
  return <NoticesByDay {...list} />
}
