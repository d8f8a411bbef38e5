import { useTexts } from '#client/i18n/text-provider.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { type WithCompany, withdrawSupport } from '../service-calls.ts'
import { useApplianceDispatch } from '../use-dispatch.ts'

export type WithdrawDialogProps = WithCompany & { isOpen: boolean; onClose(): void }

/** Specification 2.13, "Withdraw support consent"; Specification 16.1. */
export function WithdrawDialog({ id, companyId, isOpen, onClose }: WithdrawDialogProps) {
  const { t } = useTexts()
  const dispatch = useApplianceDispatch()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('dialog.warning')}
      heading={t('support.withdraw.heading')}
      confirmLabel={t('support.withdraw')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      pendingLabel={t('support.withdraw.pending')}
      isDangerous
      onConfirm={() => dispatch(withdrawSupport({ id, companyId })).then(onClose)}
      onClose={onClose}
    >
      {t('support.withdraw.text')}
    </ConfirmDialog>
  )
}
