import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { consentTextOf, type ShownTextDigest } from '#contract/consent-text.ts'
import { type CompanyType, type ConsentForm, consentForm } from '#contract/service-contract.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { BoundField } from '#client/form-fields.tsx'
import { useShownTextDigest } from '#client/use-shown-text-digest.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { useCardSettings } from './card-settings.tsx'
import { firstBrokenRulesOf, type FormName, invalidFormSubmitted } from './state/appliance-events.ts'

/**
 * The state and the actions of a form with one mandatory checkbox. `submit` calls `agreed` only if the checkbox is
 * ticked. Specification 5.
 */
export type ConsentFormControl = {
  control: UseFormReturn<ConsentForm>['control']
  submit(agreed: () => Promise<unknown>): Promise<void>
  isTicked(): boolean
}

export function useConsentForm(name: FormName): ConsentFormControl {
  const dispatch = useCallDispatch()
  const { control, handleSubmit, getValues } = useForm<ConsentForm>({
    resolver: zodResolver(consentForm),
    defaultValues: { consent: false },
    mode: 'onTouched',
  })
  return {
    control,
    isTicked: () => getValues('consent'),
    submit: (onAgreed) =>
      handleSubmit(
        async () => void (await onAgreed()),
        (errors) => void dispatch(invalidFormSubmitted({ form: name, errors: firstBrokenRulesOf(errors) })),
      )(),
  }
}

/**
 * Returns the digest and the language of the consent text that the form shows. Undefined until the digest is computed,
 * and always undefined on a page without HTTPS.
 */
export function useShownConsentText(companyType: CompanyType): ShownTextDigest | undefined {
  const { t } = useTexts()
  const { brand } = useCardSettings()
  return useShownTextDigest(consentTextOf(companyType, brand.name, t))
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
