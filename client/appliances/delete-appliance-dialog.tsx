import { useTexts } from '#client/i18n/text-provider.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import type { Appliance } from './appliance.ts'
import { deleteAppliance } from './appliance-calls.ts'
import { applianceName } from './appliance-name.ts'
import { useApplianceDispatch } from './use-dispatch.ts'

export type DeleteApplianceDialogProps = { appliance: Appliance; isOpen: boolean; onClose(): void }

/** Specification 2.13, "Delete appliance"; Specification 16.1. */
export function DeleteApplianceDialog({ appliance, isOpen, onClose }: DeleteApplianceDialogProps) {
  const { t } = useTexts()
  const dispatch = useApplianceDispatch()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('dialog.warning')}
      heading={t('delete-appliance.heading')}
      confirmLabel={t('delete-appliance.confirm')}
      cancelLabel={t('dialog.cancel')}
      closeLabel={t('dialog.close')}
      pendingLabel={t('delete-appliance.pending')}
      isDangerous
      onConfirm={() => dispatch(deleteAppliance(appliance.id)).then(onClose)}
      onClose={onClose}
    >
      <p>
        <strong>{applianceName(appliance, t)}</strong> · {t('appliance.gateway-id', appliance.credentials)}
      </p>
      <p>{t('delete-appliance.text')}</p>
    </ConfirmDialog>
  )
}
