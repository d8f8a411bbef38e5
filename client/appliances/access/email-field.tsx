import type { Ref } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'

export type EmailFieldProps = {
  ref: Ref<HTMLInputElement>
  value: string
  /** Whether the server refused the address. */
  isWrong: boolean
  onChange(value: string): void
}

/** The optional field for the address to which the portal also sends a link. Specification 26.13. */
export function EmailField({ ref, value, isWrong, onChange }: EmailFieldProps) {
  const { t } = useTexts()
  return (
    <TextField
      ref={ref}
      label={t('access.email')}
      hint={t('access.email.hint')}
      error={isWrong ? t('access.email.wrong') : undefined}
      type="email"
      inputMode="email"
      // The address is another person's address, so the browser must not fill in the reader's own.
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  )
}

/** Returns the address for a request body; an empty object if the field is empty. */
export function toEmailBody(typedEmail: string): { email?: string } {
  const email = typedEmail.trim()
  return email === '' ? {} : { email }
}
