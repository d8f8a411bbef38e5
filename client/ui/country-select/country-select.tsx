import { type ReactNode, type Ref, useId, useMemo } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import field from '../field/field.module.css'
import { SelectList } from '../select/select-list.tsx'
import { type ListboxOption, useListbox } from '../select/use-listbox.ts'
import { CountryFlag } from './country-flag.tsx'
import { CountrySelectButton } from './country-select-button.tsx'
import styles from './country-select.module.css'

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

/**
 * A select for a country, which lists each country with its flag and its name: a box with the chosen country, and the
 * list that it opens. Why: docs/decisions/017-country-select-icons-typeface.md. Specification 2.14.
 */
export function CountrySelect(props: CountrySelectProps) {
  const { label, hint, error, countries, diallingCodeOf, value, onChange, isRequired = false, lockedBecause } = props
  const { language } = useTexts()
  const id = useId()
  const options = useMemo(
    () => listCountryOptions({ codes: countries, locale: language, diallingCodeOf }).map(toListed),
    [countries, language, diallingCodeOf],
  )
  const selected = options.findIndex((option) => option.value === value)
  const isLocked = lockedBecause !== undefined
  const list = useListbox({ options, selected, isLocked, onChange })
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
      <span className={styles.slot} data-dismissed={list.isTipDismissed || undefined}>
        <CountrySelectButton
          {...props}
          id={id}
          describedBy={[hint && `${id}hint`, error && `${id}error`, isLocked && `${id}tip`].filter(Boolean).join(' ')}
          option={options[selected]}
          list={list}
        />
        {list.listing.kind === 'open' && (
          <SelectList
            id={`${id}list`}
            labelId={`${id}label`}
            options={options}
            selected={selected}
            active={list.listing.active}
            onChoose={list.choose}
          />
        )}
        {isLocked && (
          <span id={`${id}tip`} role="tooltip" className={styles.tip}>
            {lockedBecause}
          </span>
        )}
      </span>
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
