import { useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import { CloseButton } from '../icon-button/icon-button.tsx'
import styles from './dialog.module.css'
import { DialogFootContext } from './dialog-foot.tsx'
import type { DialogProps } from './dialog.tsx'

/** The content of `Dialog`, which loads this component on demand. */
export function DialogPanel(props: DialogProps) {
  const { isOpen, onClose, role = 'dialog', staysOnBackdrop = false, mustAnswer = false } = props
  return (
    <ModalOverlay
      className={styles.backdrop ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!staysOnBackdrop && !mustAnswer}
      isKeyboardDismissDisabled={mustAnswer}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          {/* The title of the dialog replaces the subject that surrounds the component with this dialog. */}
          <ControlSubjectProvider value={undefined}>
            <DialogContent {...props} />
          </ControlSubjectProvider>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function DialogContent({ title, children, footer, onClose, mustAnswer = false }: DialogProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return (
    <DialogFootContext value={foot}>
      <header className={styles.header}>
        <Heading slot="title" className={styles.title ?? ''}>
          {title}
        </Heading>
        {!mustAnswer && <CloseButton onPress={onClose} />}
      </header>
      <div className={styles.body}>{children}</div>
      <footer ref={setFoot} className={styles.footer}>
        {footer}
      </footer>
    </DialogFootContext>
  )
}
