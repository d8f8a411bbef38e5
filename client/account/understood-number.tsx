import { useWatch } from 'react-hook-form'
import { accountForm } from '#contract/account-form.ts'
import { diallingCodeOf, type NationalNumber, understoodNumber } from '#contract/phone.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import type { AccountFormControl } from './use-account-form.ts'

/** Beside what is wrong with a number as it was typed, the number that is meant, to take over with one press. */
export function UnderstoodNumber({ form }: { form: AccountFormControl }) {
  const { t } = useTexts()
  const offered = useOffered(form)

  function take({ country, number }: NationalNumber): void {
    form.setValue('phoneCountryCode', country, { shouldDirty: true })
    form.setValue('contactPhone', number, { shouldDirty: true, shouldValidate: true })
    form.setFocus('contactPhone')
  }

  return (
    <div aria-live="polite">
      {offered && (
        <Button variant="quiet" onPress={() => take(offered)}>
          {t('account.telephone.use', { number: `${diallingCodeOf(offered.country)} ${offered.number}` })}
        </Button>
      )}
    </div>
  )
}

/** Null while nothing is wrong, and where no number is understood that would be accepted. */
function useOffered({ control, formState, getFieldState }: AccountFormControl): NationalNumber | null {
  const [typed, country] = useWatch({ control, name: ['contactPhone', 'phoneCountryCode'] })
  const understood = getFieldState('contactPhone', formState).error ? understoodNumber(typed, country) : null
  return understood && accountForm.shape.contactPhone.safeParse(understood.number).success ? understood : null
}
