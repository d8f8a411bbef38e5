import { useTexts } from '#client/i18n/text-provider.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { removeProvider, type WithCompany } from '../service-calls.ts'
import { useApplianceDispatch } from '../use-dispatch.ts'

export type DeleteProviderDialogProps = WithCompany & { isOpen: boolean; onClose(): void }

/** Specification 2.13, "Delete service provider". */
export function DeleteProviderDialog({ id, companyId, isOpen, onClose }: DeleteProviderDialogProps) {
  const { t } = useTexts()
  const dispatch = useApplianceDispatch()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('provider.delete.title')}
      confirmLabel={t('provider.delete.confirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      pendingLabel={t('provider.delete.pending')}
      isDangerous
      onConfirm={() => dispatch(removeProvider({ id, companyId })).then(onClose)}
      onClose={onClose}
    >
      {t('provider.delete.text')}
    </ConfirmDialog>
  )
}
