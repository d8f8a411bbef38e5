import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import styles from './confirm-dialog.module.css'

export type ConfirmDialogProps = {
  isOpen: boolean
  /** Names the dialog. */
  title: string
  /** A second heading below the title. */
  heading?: string | undefined
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel?: string | undefined
  /** Red confirm button, for what cannot be taken back. */
  isDangerous?: boolean
  isPending?: boolean
  pendingLabel?: string | undefined
  /** A returned promise keeps the button pending; closing is the caller's. */
  onConfirm: () => void | Promise<unknown>
  /** Cancel, Escape, the close button or the backdrop. */
  onClose: () => void
}

/** Asks before something is done. Specification 2.13. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { heading, children } = props
  return (
    <Dialog
      isOpen={props.isOpen}
      title={props.title}
      onClose={props.onClose}
      closeLabel={props.closeLabel}
      role="alertdialog"
      footer={<Answers {...props} />}
    >
      {heading && <h3 className={styles.heading}>{heading}</h3>}
      <div className={styles.text}>{children}</div>
    </Dialog>
  )
}

function Answers(props: ConfirmDialogProps) {
  const { isDangerous = false, isPending = false } = props
  return (
    <>
      <Button variant="secondary" onPress={props.onClose} autoFocus>
        {props.cancelLabel}
      </Button>
      <Button
        variant={isDangerous ? 'danger' : 'primary'}
        onPress={props.onConfirm}
        isPending={isPending}
        pendingLabel={props.pendingLabel}
      >
        {props.confirmLabel}
      </Button>
    </>
  )
}
