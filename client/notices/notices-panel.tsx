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
import { NoticesBody, type NoticesBodyProps } from './notices-body.tsx'

export type NoticesPanelProps = Omit<NoticesBodyProps, 'headingLevel'> & {
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  hasUnread: boolean
  onAllRead(): void
}

/** Shows the overlay with the newest notices and a link to all notices. */
export function NoticesPanel({ triggerRef, isOpen, onOpenChange, hasUnread, onAllRead, ...body }: NoticesPanelProps) {
  const { t } = useTexts()
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
            <Button variant="quiet" onPress={onAllRead}>
              {t('notices.mark-all-read')}
            </Button>
          )}
        </header>
        <div className={styles.body}>
          <NoticesBody {...body} headingLevel={3} onFollowed={close} />
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
