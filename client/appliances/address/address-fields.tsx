import type { UseFormReturn } from 'react-hook-form'
import type { AddressForm } from '#contract/address-form.ts'
import { addressFieldLimits } from '#contract/address.ts'
import type { Country } from '#contract/countries.ts'
import { isContractInForce } from '#contract/provider.ts'
import { BoundField } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId, UntranslatedMessage } from '#client/i18n/message-types.ts'
import { CountrySelect } from '#client/ui/country-select/country-select.tsx'
import { TextField, type TextFieldProps } from '#client/ui/text-field/text-field.tsx'
import { useCardSettings } from '../card-settings.tsx'
import type { Appliance } from '../state/appliance.ts'
import styles from './address.module.css'

/** The typed values of the address form. `country` is '' until a country is chosen. */
export type AddressDraft = Omit<AddressForm, 'country'> & { country: Country | '' }

export type AddressField = keyof AddressForm

export type AddressFormControl = UseFormReturn<AddressDraft, unknown, AddressForm>

export type AddressFieldsProps = { form: AddressFormControl; appliance: Appliance }

type LineField = Exclude<AddressField, 'country'>

type LineSettings = Pick<TextFieldProps, 'autoComplete' | 'isRequired'> & { label: MessageId }

/** The text fields, in the order of the form. */
const lines: Readonly<Record<LineField, LineSettings>> = {
  postalCode: { label: 'address.postal-code', autoComplete: 'postal-code', isRequired: true },
  city: { label: 'address.city', autoComplete: 'address-level2', isRequired: true },
  street1: { label: 'address.street1', autoComplete: 'address-line1', isRequired: true },
  street2: { label: 'address.street2', autoComplete: 'address-line2' },
}

/** Shows the fields for country, postal code, city, and one or two street lines. Specification 2.8. */
export function AddressFields({ form, appliance }: AddressFieldsProps) {
  const isLocked = findCountryLockReason(appliance) !== null
  return (
    <div className={styles.fields}>
      <div className={styles.country}>
        <CountryField form={form} appliance={appliance} />
      </div>
      {(Object.keys(lines) as LineField[]).map((name, index) => (
        // If the country is locked, this field is the first editable one, so it gets the focus.
        <Line key={name} form={form} name={name} {...lines[name]} autoFocus={isLocked && index === 0} />
      ))}
    </div>
  )
}

function CountryField({ form, appliance }: AddressFieldsProps) {
  const { t } = useTexts()
  const { brand } = useCardSettings()
  const lock = findCountryLockReason(appliance)
  return (
    <BoundField form={form} name="country" sentenceOf={addressErrorMessage}>
      {(field) => (
        <CountrySelect
          {...field}
          label={t('address.country')}
          placeholder={t('address.country.choose')}
          countries={withSavedCountry(brand.countries, appliance)}
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

/** Returns the selectable countries: the countries of the brand and the country of the saved address. */
function withSavedCountry(available: readonly string[], { service: { address } }: Appliance): readonly string[] {
  return address === null || available.includes(address.country) ? available : [...available, address.country]
}

type LineProps = LineSettings & Pick<TextFieldProps, 'autoFocus'> & { form: AddressFormControl; name: LineField }

function Line({ form, name, label, ...line }: LineProps) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name={name} sentenceOf={addressErrorMessage}>
      {(field) => <TextField {...field} {...line} label={t(label)} />}
    </BoundField>
  )
}

/** Returns the error message for a broken rule. Specification 5.1. */
export function addressErrorMessage(field: AddressField, rule: string): UntranslatedMessage {
  if (rule === 'required') return [requiredMessages[field]]
  if (rule === 'noSpecialSigns') return ['address.postal-code.special-characters']
  if (rule === 'max-length') return ['address.max-length', { max: limits[field] }]
  return [rule === 'whitespace' ? 'address.whitespace' : 'address.character']
}

const requiredMessages: Readonly<Record<AddressField, MessageId>> = {
  country: 'address.country.required',
  postalCode: 'address.postal-code.required',
  city: 'address.city.required',
  street1: 'address.street1.required',
  street2: 'address.whitespace',
}

const limits: Readonly<Record<AddressField, number>> = {
  country: 2,
  postalCode: addressFieldLimits.postalCode,
  city: addressFieldLimits.city,
  street1: addressFieldLimits.street,
  street2: addressFieldLimits.street,
}

/**
 * Returns the form's field for a path in the server's answer (`street.0`); null if no field has this path.
 * Specification 13.3.
 */
export function findAddressFieldByPath(path: string): AddressField | null {
  const fields = Object.keys(pathsOf) as AddressField[]
  return fields.find((field) => pathsOf[field].includes(path)) ?? null
}

const pathsOf: Readonly<Record<AddressField, readonly string[]>> = {
  country: ['country'],
  postalCode: ['postalCode'],
  city: ['city'],
  street1: ['street', 'street.0'],
  street2: ['street.1'],
}

/**
 * Returns the reason why the country of an address is locked, which is a contract in force. Null if the country can be
 * changed. Specification 4.5.
 */
export function findCountryLockReason({ service }: Pick<Appliance, 'service'>): MessageId | null {
  const { provider, asaSupport } = service
  const hasProvider = provider !== null && isContractInForce(provider.status)
  const hasSupport = asaSupport !== null && isContractInForce(asaSupport.status)
  if (hasProvider && hasSupport) return 'address.locked.both'
  if (hasProvider) return 'address.locked.provider'
  return hasSupport ? 'address.locked.support' : null
}
