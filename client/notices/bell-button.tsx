import bell from 'lucide/dist/esm/icons/bell.mjs'
import { type Ref, useId } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { createLucideIcon } from '#client/icons/icon.tsx'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import { IconButton } from '#client/ui/icon-button/icon-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import styles from './bell.module.css'

const Bell = createLucideIcon(bell)

/** The highest number that the button shows. */
const maxShownCount = 99

export type BellButtonProps = {
  unread: number
  isOpen: boolean
  onPress(): void
  onNear(): void
  ref: Ref<HTMLButtonElement>
}

/**
 * The button that opens the notices. It shows the number of unread notices, which is also its accessible description.
 * Specification 2.17.
 */
export function BellButton({ unread, isOpen, onPress, onNear, ref }: BellButtonProps) {
  const { t } = useTexts()
  const descriptionId = useId()
  return (
    <span className={styles.bell}>
      <ControlSubjectProvider value={descriptionId}>
        <IconButton
          ref={ref}
          label={t('notices.title')}
          icon={<Bell />}
          hasPopup="dialog"
          isExpanded={isOpen}
          onPress={onPress}
          onHoverStart={onNear}
        />
      </ControlSubjectProvider>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > maxShownCount ? `${maxShownCount}+` : unread}
        </span>
      )}
      <VisuallyHidden>
        <span id={descriptionId}>{t('notices.unread', { count: unread })}</span>
      </VisuallyHidden>
    </span>
  )
}
