import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { noticeSettingsPath } from '#contract/pages.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import popover from '#client/styles/popover.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { Link } from '#client/ui/link/link.tsx'
import styles from './bell.module.css'
import { NoticesBody } from './notices-body.tsx'
import { useNoticeList } from './use-notice-list.ts'

/** The number of notices in the overlay. The page of notices shows all notices. */
const newestCount = 10

export type NewestNoticesProps = {
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}

/**
 * Shows the newest notices in an overlay, with their actions and a link to all notices. The bell loads this component
 * when it is needed.
 */
export function NewestNotices({ triggerRef, isOpen, onOpenChange }: NewestNoticesProps) {
  const { t } = useTexts()
  const { list, hasUnread, readAll } = useNoticeList(isOpen, newestCount)
  const close = () => onOpenChange(false)
  return (
    <Popover
      className={`${popover.popover} ${styles.popover}`}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom end"
      offset={8}
    >
      <Dialog className={styles.dialog ?? ''}>
        <header className={styles.head}>
          <Heading slot="title" level={2}>
            {t('notices.title')}
          </Heading>
          {hasUnread && (
            <Button variant="quiet" onPress={readAll}>
              {t('notices.mark-all-read')}
            </Button>
          )}
        </header>
        <div className={styles.body}>
          <NoticesBody {...list} headingLevel={3} onFollowed={close} />
        </div>
        <footer className={styles.foot}>
          <Link href="/notices" onPress={close}>
            {t('notices.all')}
          </Link>
          <Link href={noticeSettingsPath} onPress={close}>
            {t('notices.settings')}
          </Link>
        </footer>
      </Dialog>
    </Popover>
  )
}
