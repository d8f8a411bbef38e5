import type { SupportCompany, SupportContract } from '#contract/support-company.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useStoredDraft } from '#client/draft-store.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { addSupport } from '../state/appliance-calls.ts'
import { useCardSettings } from '../card-settings.tsx'
import { editingCancelled, editingStarted } from '../state/appliances-slice.ts'
import { ConsentCheckbox, useConsentForm } from '../consent-form.tsx'
import { ContractBadge } from '../contract-badge.tsx'
import styles from './support.module.css'

export type SupportFormProps = {
  /** The appliance's id. */
  id: string
  company: SupportCompany
  declined: SupportContract | null
}

/** The form that asks for the consent to share data with customer support. Specification 2.10. */
export function SupportForm({ id, company, declined }: SupportFormProps) {
  const { t } = useTexts()
  const { brand } = useCardSettings()
  const dispatch = useCallDispatch()
  const { control, isSending, submit, isTicked } = useConsentForm({
    name: 'customer_support',
    companyType: 'ASA',
    command: addSupport,
    operation: 'support',
    id,
    companyId: company.id,
  })
  useStoredDraft({
    form: `support ${id}`,
    read: () => (isTicked() ? {} : null),
    // A draft has no consent, so the checkbox of a restored form is empty. The form then has no unsaved value, so
    // editing ends until the person ticks the checkbox.
    restore: () => void dispatch(editingCancelled({ id, part: 'support' })),
  })

  function ticked(isNowTicked: boolean) {
    dispatch((isNowTicked ? editingStarted : editingCancelled)({ id, part: 'support' }))
  }

  return (
    <Form onSubmit={submit}>
      {declined && <Declined support={declined} />}
      <div className={styles.stack}>
        <h3>{t('support.title')}</h3>
        <p>{t('support.consent.text', { brand: brand.name })}</p>
        <ConsentCheckbox control={control} required="support.consent.required" onChange={ticked}>
          {t('support.consent.label')}
        </ConsentCheckbox>
      </div>
      <FormActions>
        <Button type="submit" wide isPending={isSending} pendingLabel={t('support.pending')}>
          {t('support.send')}
        </Button>
      </FormActions>
    </Form>
  )
}

function Declined({ support }: { support: SupportContract }) {
  const { t } = useTexts()
  return (
    <Callout tone="warning" title={<ContractBadge status={support.status} />}>
      {t('support.declined')}
    </Callout>
  )
}
