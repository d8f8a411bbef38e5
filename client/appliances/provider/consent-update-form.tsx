import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useStoredDraft } from '#client/draft-store.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { renewConsent, type ApplianceCompanyIds } from '../state/appliance-calls.ts'
import { editingCancelled } from '../state/appliances-slice.ts'
import { useConsentForm } from '../consent-form.tsx'
import { ConsentBlock } from './consent-block.tsx'

export { loadCardTabTexts } from '#client/i18n/late-texts.ts'

export type ConsentUpdateFormProps = ApplianceCompanyIds & { onCancelled(): void }

/** The form with which the owner agrees to the latest version of the consent. Specification 2.9, "Consent update". */
export function ConsentUpdateForm({ id, companyId, onCancelled }: ConsentUpdateFormProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { control, isSending, submit, isTicked } = useConsentForm({
    name: 'service_provider_consent',
    companyType: 'SUPPORT',
    command: renewConsent,
    operation: 'consent',
    id,
    companyId,
  })
  // The person must tick again after an interruption, because the text may have changed.
  useStoredDraft({ form: `consent ${id}`, read: () => (isTicked() ? {} : null), restore: () => undefined })

  function cancel() {
    onCancelled()
    dispatch(editingCancelled({ id, part: 'provider' }))
  }

  return (
    <Form onSubmit={submit}>
      <ConsentBlock control={control} />
      <FormActions>
        <Button variant="secondary" wide isDisabled={isSending} onPress={cancel}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" wide isPending={isSending} pendingLabel={t('provider.update.pending')}>
          {t('dialog.confirm')}
        </Button>
      </FormActions>
    </Form>
  )
}
