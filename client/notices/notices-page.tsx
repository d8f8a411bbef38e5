import { useSelector } from 'react-redux'
import { noticeSettingsPath } from '#contract/pages.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { NoticesBody } from './notices-body.tsx'
import styles from './notices-page.module.css'
import { loadOlderNotices, selectNotices } from './notices-slice.ts'
import { useNoticeList } from './use-notice-list.ts'

/** The page with all stored notices of the person. Specification 2.17. */
export function NoticesPage() {
  const { t } = useTexts()
  const { items, before, older } = useSelector(selectNotices)
  const { list, hasUnread, readAll } = useNoticeList(true)
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
        {items !== null && hasUnread && (
          <div>
            <Button variant="secondary" onPress={readAll} wide>
              {t('notices.mark-all-read')}
            </Button>
          </div>
        )}
        <NoticesBody {...list} headingLevel={2} />
        {before !== null && <Older before={before} hasFailed={older === 'failed'} />}
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
