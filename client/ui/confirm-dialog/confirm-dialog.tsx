import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import text from '#client/styles/text.module.css'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import styles from './confirm-dialog.module.css'

export type ConfirmDialogProps = {
  isOpen: boolean
  /** The title. It is also the accessible name of the dialog. */
  title: string
  /** A second heading below the title. */
  heading?: string
  children: ReactNode
  confirmLabel: string
  /** Whether the confirm button is red, for actions that cannot be undone. */
  isDangerous?: boolean
  pendingLabel?: string
  /**
   * Called when the person confirms. If it returns a promise, the button is pending until the promise settles. The
   * caller closes the dialog.
   */
  onConfirm: () => void | Promise<unknown>
  /** Called by Cancel, Escape, the close button or the backdrop. */
  onClose: () => void
}

/** Asks for confirmation of an action. Specification 2.13. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const answers = (
    <>
      <CancelButton onPress={props.onClose} />
      <Button
        variant={props.isDangerous ? 'danger' : 'primary'}
        onPress={props.onConfirm}
        pendingLabel={props.pendingLabel}
      >
        {props.confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={props.isOpen} title={props.title} onClose={props.onClose} role="alertdialog" footer={answers}>
      {props.heading && <h3 className={styles.heading}>{props.heading}</h3>}
      <div className={text.muted}>{props.children}</div>
    </Dialog>
  )
}

/**
 * Focuses 'Cancel' after the dialog is drawn. If it did so earlier, the dialog below would take the focus back.
 * `preventScroll` keeps the question in view if text and buttons scroll together.
 */
function CancelButton({ onPress }: { onPress(): void }) {
  const { t } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Button ref={button} variant="secondary" onPress={onPress}>
      {t('dialog.cancel')}
    </Button>
  )
}
