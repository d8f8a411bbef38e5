import type { UseFormReturn } from 'react-hook-form'
import type { AddressForm } from '#contract/address-form.ts'
import type { Country } from '#contract/countries.ts'
import { BoundField } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/text.ts'
import { CountrySelect } from '#client/ui/country-select/country-select.tsx'
import { TextField, type TextFieldProps } from '#client/ui/text-field/text-field.tsx'
import { useApplianceContext } from '../appliance-context.tsx'
import type { Appliance } from '../appliance.ts'
import { type AddressField, addressSentence, countryLockOf } from './address-words.ts'
import styles from './address.module.css'

/** What stands in the form; the country may still be open. */
export type AddressDraft = Omit<AddressForm, 'country'> & { country: Country | '' }

export type AddressFormControl = UseFormReturn<AddressDraft, unknown, AddressForm>

export type AddressFieldsProps = { form: AddressFormControl; appliance: Appliance }

type LineField = Exclude<AddressField, 'country'>

type LineLook = Pick<TextFieldProps, 'autoComplete' | 'isRequired'> & { label: MessageId }

/** In the order of the form. */
const lines: Readonly<Record<LineField, LineLook>> = {
  postalCode: { label: 'address.postal-code', autoComplete: 'postal-code', isRequired: true },
  city: { label: 'address.city', autoComplete: 'address-level2', isRequired: true },
  street1: { label: 'address.street1', autoComplete: 'address-line1', isRequired: true },
  street2: { label: 'address.street2', autoComplete: 'address-line2' },
}

/** Country, postal code, city, and one or two lines for the street. Specification 2.8. */
export function AddressFields({ form, appliance }: AddressFieldsProps) {
  const isLocked = countryLockOf(appliance) !== null
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <CountryField form={form} appliance={appliance} />
      </div>
      {(Object.keys(lines) as LineField[]).map((name, index) => (
        // With the country locked, the first line is the first field that can be changed.
        <Line key={name} form={form} name={name} {...lines[name]} autoFocus={isLocked && index === 0} />
      ))}
    </div>
  )
}

function CountryField({ form, appliance }: AddressFieldsProps) {
  const { t } = useTexts()
  const { brand } = useApplianceContext()
  const lock = countryLockOf(appliance)
  return (
    <BoundField form={form} name="country" sentenceOf={addressSentence}>
      {(field) => (
        <CountrySelect
          {...field}
          label={t('address.country')}
          placeholder={t('address.country.choose')}
          countries={withSaved(brand.countries, appliance)}
          isRequired
          autoFocus={lock === null}
          onChange={(country) => {
            field.onChange(country)
            void form.trigger('country')
          }}
          lockedBecause={lock === null ? undefined : t(lock)}
        />
      )}
    </BoundField>
  )
}

/** The countries of the brand; one that was saved before stays in the list. */
function withSaved(offered: readonly string[], { service: { address } }: Appliance): readonly string[] {
  return address === null || offered.includes(address.country) ? offered : [...offered, address.country]
}

type LineProps = LineLook & Pick<TextFieldProps, 'autoFocus'> & { form: AddressFormControl; name: LineField }

function Line({ form, name, label, ...line }: LineProps) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name={name} sentenceOf={addressSentence}>
      {(field) => <TextField {...field} {...line} label={t(label)} />}
    </BoundField>
  )
}
