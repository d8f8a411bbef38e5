import { type ReactNode, useId } from 'react'
import type { MessageId } from '#client/i18n/message-types.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '../button/button.tsx'
import { useSendOnce } from '../button/send-once.ts'
import { Form } from '../form/form.tsx'
import { DialogFoot } from './dialog-foot.tsx'

export type DialogFormProps = {
  /** Sends the form. The form is pending, and ignores further submits, until the promise settles. */
  onSubmit(): Promise<unknown>
  submit: MessageId
  pending: MessageId
  onClose(): void
  children: ReactNode
}

/** A form in a dialog. Of its two buttons, one closes the dialog and one submits the form. */
export function DialogForm({ onSubmit, submit, pending, onClose, children }: DialogFormProps) {
  const { t } = useTexts()
  const formId = useId()
  const { isSending, send } = useSendOnce(onSubmit)
  return (
    <Form id={formId} onSubmit={send}>
      {children}
      <DialogFoot>
        <Button variant="secondary" isDisabled={isSending} onPress={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" form={formId} isPending={isSending} pendingLabel={t(pending)}>
          {t(submit)}
        </Button>
      </DialogFoot>
    </Form>
  )
}
