import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useSelector } from 'react-redux'
import { consentTextOf } from '#contract/consent-text.ts'
import { type CompanyType, type ConsentForm, consentForm } from '#contract/service-contract.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { BoundField } from '#client/form-fields.tsx'
import { useShownTextDigest } from '#client/use-shown-text-digest.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { useCardSettings } from './card-settings.tsx'
import type { addProvider, ApplianceCompanyIds, ConsentToCompany } from './state/appliance-calls.ts'
import { type ApplianceOperation, selectApplianceProgress, type WithAppliances } from './state/appliances-state.ts'
import { firstBrokenRulesOf, type FormName, invalidFormSubmitted } from './state/appliance-events.ts'

type ConsentFormOptions = ApplianceCompanyIds & {
  name: FormName
  companyType: CompanyType
  /** Sends the consent. Its progress is that of `operation`. */
  command(consent: ConsentToCompany): ReturnType<typeof addProvider>
  operation: ApplianceOperation
}

export type ConsentFormControl = {
  control: UseFormReturn<ConsentForm>['control']
  isSending: boolean
  /** Sends the consent if the checkbox is ticked and no consent is being sent. */
  submit(): void
  isTicked(): boolean
}

/**
 * The state and the actions of a form with one mandatory checkbox. The command gets the digest of the consent text that
 * the form shows. Specification 5.
 */
export function useConsentForm(options: ConsentFormOptions): ConsentFormControl {
  const { name, companyType, command, operation, id, companyId } = options
  const { t } = useTexts()
  const { brand } = useCardSettings()
  const dispatch = useCallDispatch()
  const shown = useShownTextDigest(consentTextOf(companyType, brand.name, t))
  const { kind } = useSelector((state: WithAppliances) => selectApplianceProgress(state, id).progress[operation])
  const { control, handleSubmit, getValues } = useForm<ConsentForm>({
    resolver: zodResolver(consentForm),
    defaultValues: { consent: false },
    mode: 'onTouched',
  })
  const submit = handleSubmit(
    async () => void (await dispatch(command({ id, companyId, shown }))),
    (errors) => void dispatch(invalidFormSubmitted({ form: name, errors: firstBrokenRulesOf(errors) })),
  )
  const isSending = kind === 'loading'
  return { control, isSending, submit: () => void (isSending || submit()), isTicked: () => getValues('consent') }
}

export type ConsentCheckboxProps = Pick<ConsentFormControl, 'control'> & {
  /** The text of the consent. */
  children: string
  /** The error message while the checkbox is not ticked. */
  required: MessageId
  onChange?: ((isTicked: boolean) => void) | undefined
}

/** The mandatory checkbox of a consent. Specification 5. */
export function ConsentCheckbox({ control, children, required, onChange }: ConsentCheckboxProps) {
  return (
    <BoundField form={{ control }} name="consent" sentenceOf={() => [required]}>
      {(field) => (
        <Checkbox
          {...field}
          onChange={(isTicked) => {
            field.onChange(isTicked)
            onChange?.(isTicked)
          }}
        >
          {children}
        </Checkbox>
      )}
    </BoundField>
  )
}
