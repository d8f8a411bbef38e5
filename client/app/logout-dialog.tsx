import { useTexts } from '#client/i18n/text-provider.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import type { PageParts } from './page-parts.ts'
import { useLogOut } from './use-log-out.ts'

export type LogoutDialogProps = Pick<PageParts, 'logOut' | 'log'> & { isOpen: boolean; onClose(): void }

/** Specification 2.13, "Logout". */
export function LogoutDialog({ isOpen, onClose, logOut, log }: LogoutDialogProps) {
  const { t } = useTexts()
  const leave = useLogOut({ logOut, log, onFailed: onClose })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('dialog.warning')}
      confirmLabel={t('logout.confirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      pendingLabel={t('logout.pending')}
      onConfirm={leave}
      onClose={onClose}
    >
      {t('logout.text')}
    </ConfirmDialog>
  )
}
