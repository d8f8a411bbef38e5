import { useTexts } from '#client/i18n/text-provider.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'

export type UnsavedChangesDialogProps = {
  isOpen: boolean
  /** Discards the changes. */
  onConfirm(): void
  /** Keeps the form open. */
  onClose(): void
}

/** Asks for confirmation before the person leaves a form with unsaved values. Specification 2.13, "Unsaved changes". */
export function UnsavedChangesDialog({ isOpen, onConfirm, onClose }: UnsavedChangesDialogProps) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('unsaved.title')}
      confirmLabel={t('dialog.confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}
