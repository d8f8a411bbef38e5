import { type ReactNode, type Ref, useId, useMemo } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import field from '../field/field.module.css'
import type { ListboxOption } from '../select/use-listbox.ts'
import { CustomSelect } from './custom-select.tsx'
import { CountryFlag } from './country-flag.tsx'

export type CountrySelectProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The selectable countries, as ISO 3166-1 alpha-2 codes. */
  countries: readonly string[]
  /** The code of the chosen country; '' if none is chosen. */
  value: string
  onChange: (country: string) => void
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  /** The text while nothing is chosen. */
  placeholder: string
  /** Returns the dialling code to show next to a name: '+49' for 'DE'. */
  diallingCodeOf?: ((country: string) => string) | undefined
  isRequired?: boolean
  autoFocus?: boolean
  /** The reason why the country cannot be changed, shown as a tooltip. If it is set, the select is disabled. */
  lockedBecause?: string | undefined
}

/** A select for a country, which lists each country with its flag and its name. Specification 2.14. */
export function CountrySelect({ countries, diallingCodeOf, ...props }: CountrySelectProps) {
  const { label, hint, error, isRequired = false } = props
  const { language } = useTexts()
  const id = useId()
  const options = useMemo(
    () => listCountryOptions({ codes: countries, locale: language, diallingCodeOf }).map(toListed),
    [countries, language, diallingCodeOf],
  )
  return (
    <div className={field.field} data-required={isRequired || undefined}>
      <span className={field.labelLine}>
        <label htmlFor={id} id={`${id}label`} className={field.label}>
          {label}
        </label>
      </span>
      {hint && (
        <span id={`${id}hint`} className={field.hint}>
          {hint}
        </span>
      )}
      <CustomSelect
        {...props}
        id={id}
        options={options}
        describedBy={[hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ')}
        isInvalid={error !== undefined}
        isRequired={isRequired}
      />
      {error !== undefined && (
        <span id={`${id}error`} className={field.error}>
          <ErrorIcon size={20} />
          <span>{error}</span>
        </span>
      )}
    </div>
  )
}

function toListed({ code, name, diallingCode }: CountryOption): ListboxOption {
  return { value: code, name, picture: <CountryFlag country={code} />, aside: diallingCode }
}

/** A country in the list. `code` is ISO 3166-1 alpha-2. */
export type CountryOption = { code: string; name: string; diallingCode?: string }

type CountryListOptions = {
  codes: readonly string[]
  /** The language of the names and of their order, a BCP 47 tag. */
  locale: string
  /** Returns the dialling code of a country: '+49' for 'DE'. Undefined if the list shows no dialling codes. */
  diallingCodeOf?: ((code: string) => string) | undefined
}

/**
 * Returns the countries with their names in the reader's language, sorted by the rules of that language.
 * Specification 2.14.
 */
export function listCountryOptions({ codes, locale, diallingCodeOf }: CountryListOptions): CountryOption[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return codes
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      ...(diallingCodeOf && { diallingCode: diallingCodeOf(code) }),
    }))
    .toSorted((a, b) => compare(a.name, b.name))
}
