import { useEffect, useRef, useState } from 'react'
import type { Company } from '#contract/provider.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { addProvider } from '../state/appliance-calls.ts'
import { useConsentForm } from '../consent-form.tsx'
import { CompanyContactData } from './company-contact-data.tsx'
import { ConsentBlock } from './consent-block.tsx'
import styles from './provider.module.css'

export type ProviderFormProps = {
  /** The appliance's id. */
  id: string
  company: Company
  words: { submit: MessageId; leave: MessageId }
  onLeave(): void
  /** Set if the owner has just selected this company, and may select another company. */
  onChooseAnother?: (() => void) | undefined
  onConsentChange?: (isTicked: boolean) => void
}

/** The selected company, the consent and the buttons. Specification 2.9, "Add-provider form". */
export function ProviderForm(props: ProviderFormProps) {
  const { id, company, words, onLeave, onChooseAnother, onConsentChange } = props
  const { t } = useTexts()
  const { control, isSending, submit } = useConsentForm({
    name: 'service_provider',
    companyType: 'SUPPORT',
    command: addProvider,
    operation: 'provider',
    id,
    companyId: company.id,
  })
  return (
    <Form onSubmit={submit}>
      <Selected company={company} isSending={isSending} onChooseAnother={onChooseAnother} />
      <ConsentBlock control={control} onChange={onConsentChange} />
      <FormActions>
        <Button variant="secondary" wide isDisabled={isSending} onPress={onLeave}>
          {t(words.leave)}
        </Button>
        <Button type="submit" wide isPending={isSending} pendingLabel={t('provider.pending')}>
          {t(words.submit)}
        </Button>
      </FormActions>
    </Form>
  )
}

type SelectedProps = Pick<ProviderFormProps, 'company' | 'onChooseAnother'> & { isSending: boolean }

function Selected({ company, onChooseAnother, isSending }: SelectedProps) {
  const { t } = useTexts()
  const section = useFocusAtFirst(onChooseAnother !== undefined)
  return (
    <div ref={section} tabIndex={-1} className={styles.selected}>
      <div>
        <p className={styles.selectedLabel}>{t('provider.selected')}</p>
        <p className={styles.name}>{company.name}</p>
        <CompanyContactData company={company} hasIdFolded />
      </div>
      {onChooseAnother && (
        <Button variant="quiet" isDisabled={isSending} onPress={onChooseAnother}>
          {t('provider.choose-another')}
        </Button>
      )}
    </div>
  )
}

/**
 * Focuses the section when it is first drawn. The element that the person pressed no longer exists, so the focus would
 * be lost.
 */
function useFocusAtFirst(takesFocus: boolean) {
  const section = useRef<HTMLDivElement>(null)
  const [wanted] = useState(takesFocus)
  useEffect(() => {
    if (wanted) section.current?.focus({ preventScroll: true })
  }, [wanted])
  return section
}
