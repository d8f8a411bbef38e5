import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { Button } from '../button/button.tsx'
import { DialogFoot } from './dialog-foot.tsx'

export type DialogFormButtonsProps = {
  formId: string
  isSending: boolean
  submit: MessageId
  pending: MessageId
  onClose: () => void
}

/** The buttons of a form in a dialog: one closes the dialog, one submits the form. */
export function DialogFormButtons({ formId, isSending, submit, pending, onClose }: DialogFormButtonsProps) {
  const { t } = useTexts()
  return (
    <DialogFoot>
      <Button variant="secondary" isDisabled={isSending} onPress={onClose}>
        {t('dialog.cancel')}
      </Button>
      <Button type="submit" form={formId} isPending={isSending} pendingLabel={t(pending)}>
        {t(submit)}
      </Button>
    </DialogFoot>
  )
}
