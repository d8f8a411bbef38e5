import { useDispatch } from 'react-redux'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import type { PageParts } from './page-parts.ts'
import { toastShown } from './toasts-slice.ts'

export type LogoutDialogProps = Pick<PageParts, 'logOut' | 'log'> & { isOpen: boolean; onClose(): void }

/** Specification 2.13, "Logout". */
export function LogoutDialog({ isOpen, onClose, logOut, log }: LogoutDialogProps) {
  const { t } = useTexts()
  const dispatch = useDispatch()

  function failed(error: unknown) {
    log.error('Logging out failed', error)
    dispatch(toastShown('failure', 'toast.logout-failed'))
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('dialog.warning')}
      confirmLabel={t('logout.confirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      pendingLabel={t('logout.pending')}
      onConfirm={() => logOut().catch(failed)}
      onClose={onClose}
    >
      {t('logout.text')}
    </ConfirmDialog>
  )
}
