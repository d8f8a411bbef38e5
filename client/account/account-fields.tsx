import { diallingCodeOf, isPhoneCountry, listPhoneCountries } from '#contract/phone.ts'
import { BoundField } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { CountrySelect } from '#client/ui/country-select/country-select.tsx'
import { TextField, type TextFieldProps } from '#client/ui/text-field/text-field.tsx'
import styles from './account-page.module.css'
import { type AccountField, accountErrorMessage, parsePhone } from './account-rules.ts'
import { type AccountFormControl, useIdentityEmailSwitch } from './use-account-form.ts'

export type AccountFieldsProps = {
  form: AccountFormControl
  /** The sign-in address, if the identity provider sends it. */
  identityEmail: string | undefined
  /** Whether the first field gets the focus when the form appears. */
  hasFocus: boolean
}

/** The form fields for name, contact email and telephone. Specification 2.11. */
export function AccountFields({ form, identityEmail, hasFocus }: AccountFieldsProps) {
  return (
    <div className={styles.fields}>
      <Line form={form} name="firstName" label="account.first-name" autoComplete="given-name" autoFocus={hasFocus} />
      <Line form={form} name="lastName" label="account.last-name" autoComplete="family-name" />
      <div className={`${styles.wide} ${styles.email}`}>
        {identityEmail !== undefined && <IdentityEmail form={form} identityEmail={identityEmail} />}
        <ContactEmail form={form} />
      </div>
      <PhoneCountryField form={form} />
      <Telephone form={form} />
    </div>
  )
}

type FieldProps = { form: AccountFormControl }

function IdentityEmail({ form, identityEmail }: FieldProps & { identityEmail: string }) {
  const { t } = useTexts()
  const use = useIdentityEmailSwitch(form, identityEmail)
  return (
    <BoundField form={form} name="usesIdentityEmail" sentenceOf={() => null}>
      {(field) => (
        <Checkbox {...field} onChange={use}>
          {t('account.use-identity-email')}
        </Checkbox>
      )}
    </BoundField>
  )
}

function ContactEmail({ form }: FieldProps) {
  const isFixed = form.watch('usesIdentityEmail')
  return (
    <Line
      form={form}
      name="contactEmail"
      label="account.contact-email"
      type="email"
      inputMode="email"
      autoComplete="email"
      isReadOnly={isFixed}
    />
  )
}

/**
 * The field for the telephone number. When the person leaves it, the typed number is replaced by the format that is
 * sent to the server.
 */
function Telephone({ form }: FieldProps) {
  function showUnderstood(): void {
    const draft = form.getValues()
    const { contactPhone, phoneCountryCode } = parsePhone(draft)
    if (contactPhone !== draft.contactPhone) form.setValue('contactPhone', contactPhone, { shouldDirty: true })
    if (phoneCountryCode !== draft.phoneCountryCode)
      form.setValue('phoneCountryCode', phoneCountryCode, { shouldDirty: true })
  }

  return (
    <div onBlur={showUnderstood}>
      <Line
        form={form}
        name="contactPhone"
        label="account.telephone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
      />
    </div>
  )
}

type LineProps = Pick<TextFieldProps, 'autoComplete' | 'type' | 'inputMode' | 'isReadOnly' | 'hint' | 'autoFocus'> & {
  form: AccountFormControl
  name: Exclude<AccountField, 'phoneCountryCode'>
  label: MessageId
}

function Line({ form, name, label, ...line }: LineProps) {
  const { t } = useTexts()
  return (
    <BoundField form={form} name={name} sentenceOf={accountErrorMessage}>
      {(field) => <TextField {...field} {...line} label={t(label)} isRequired />}
    </BoundField>
  )
}

const countries = listPhoneCountries()

/**
 * Selects the country of the dialling code. If the person changes it, a typed number is checked again. Specification
 * 2.11 and 17.4.
 */
function PhoneCountryField({ form }: FieldProps) {
  const { t } = useTexts()

  function changed(): void {
    const { isTouched } = form.getFieldState('contactPhone')
    if (isTouched || form.getValues('contactPhone') !== '') void form.trigger('contactPhone')
  }

  return (
    <BoundField form={form} name="phoneCountryCode" sentenceOf={accountErrorMessage}>
      {(field) => (
        <CountrySelect
          {...field}
          label={t('account.dialling-code')}
          hint={t('account.dialling-code.hint')}
          placeholder={t('account.dialling-code.choose')}
          countries={countries}
          diallingCodeOf={codeOf}
          isRequired
          onChange={(country) => {
            field.onChange(country)
            changed()
          }}
        />
      )}
    </BoundField>
  )
}

function codeOf(country: string): string {
  return isPhoneCountry(country) ? diallingCodeOf(country) : ''
}
