import { useSelector } from 'react-redux'
import { noticeSettingsPath } from '#contract/pages.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { NoticesBody, noticeListStateOf } from './notices-body.tsx'
import styles from './notices-page.module.css'
import { loadNotices, loadOlderNotices, markNoticesAsRead, selectNotices } from './notices-slice.ts'
import { useNoticeLines } from './use-notice-lines.ts'
import { useMarkReadOnOpening } from './use-mark-read-on-opening.ts'

const none: readonly never[] = []

/** The page with all stored notices of the person. Specification 2.17. */
export function NoticesPage() {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const notices = useSelector(selectNotices)
  const { lines, hasNew, showAsRead: settle } = useMarkReadOnOpening(useNoticeLines(notices.items ?? none), true)
  function readAll(): void {
    settle('all')
    if (notices.unread > 0) void dispatch(markNoticesAsRead('all'))
  }
  return (
    <>
      <PageHeading
        title={t('notices.title')}
        action={
          <LinkButton variant="secondary" href={noticeSettingsPath} wide>
            {t('notices.settings')}
          </LinkButton>
        }
      />
      <Panel>
        {/* This button is not in the heading. It appears together with the notices, and would move the heading. */}
        {notices.items !== null && (hasNew || notices.unread > 0) && (
          <div>
            <Button variant="secondary" onPress={readAll} wide>
              {t('notices.mark-all-read')}
            </Button>
          </div>
        )}
        <NoticesBody
          shown={noticeListStateOf(notices, lines)}
          headingLevel={2}
          onRead={settle}
          onRetry={() => void dispatch(loadNotices())}
        />
        {notices.before !== null && <Older before={notices.before} hasFailed={notices.older === 'failed'} />}
      </Panel>
    </>
  )
}

function Older({ before, hasFailed }: { before: string; hasFailed: boolean }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  return (
    <div className={styles.older}>
      {hasFailed && <p role="alert">{t('notices.failed')}</p>}
      <Button
        variant="secondary"
        pendingLabel={t('notices.loading')}
        onPress={() => dispatch(loadOlderNotices(before))}
      >
        {t('notices.older')}
      </Button>
    </div>
  )
}
