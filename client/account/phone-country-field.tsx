import { Controller } from 'react-hook-form'
import { diallingCodeOf, isPhoneCountry, phoneCountries } from '#contract/phone.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CountrySelect } from '#client/ui/country-select/country-select.tsx'
import { accountSentence } from './account-rules.ts'
import type { AccountFormControl } from './use-account-form.ts'

const countries = phoneCountries()

/** The dialling code, by country; another one checks the number again. Specification 2.11 and 17.4. */
export function PhoneCountryField({ form }: { form: AccountFormControl }) {
  const { t } = useTexts()

  function changed(): void {
    const { isTouched } = form.getFieldState('contactPhone')
    if (isTouched || form.getValues('contactPhone') !== '') void form.trigger('contactPhone')
  }

  return (
    <Controller
      control={form.control}
      name="phoneCountryCode"
      render={({ field, fieldState: { error } }) => (
        <CountrySelect
          ref={field.ref}
          label={t('account.dialling-code')}
          hint={t('account.dialling-code.hint')}
          placeholder={t('account.dialling-code.choose')}
          countries={countries}
          diallingCodeOf={codeOf}
          value={field.value}
          isRequired
          onChange={(country) => {
            field.onChange(country)
            changed()
          }}
          onBlur={field.onBlur}
          error={error?.message === undefined ? undefined : t(...accountSentence('phoneCountryCode', error.message))}
        />
      )}
    />
  )
}

function codeOf(country: string): string {
  return isPhoneCountry(country) ? diallingCodeOf(country) : ''
}
