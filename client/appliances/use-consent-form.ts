import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { type ConsentForm, consentForm } from '#contract/consent.ts'
import { brokenRules, type FormName, formRefused } from './form-events.ts'
import { useApplianceDispatch } from './use-dispatch.ts'

/** A form of one box that must be ticked. `submit` calls back only when it is. Specification 5. */
export type ConsentFormControl = {
  control: UseFormReturn<ConsentForm>['control']
  submit(agreed: () => Promise<unknown>): Promise<void>
  isTicked(): boolean
}

export function useConsentForm(name: FormName): ConsentFormControl {
  const dispatch = useApplianceDispatch()
  const { control, handleSubmit, getValues } = useForm<ConsentForm>({
    resolver: zodResolver(consentForm),
    defaultValues: { consent: false },
    mode: 'onTouched',
  })
  return {
    control,
    isTicked: () => getValues('consent'),
    submit: (agreed) =>
      handleSubmit(
        async () => void (await agreed()),
        (errors) => void dispatch(formRefused({ form: name, errors: brokenRules(errors) })),
      )(),
  }
}
