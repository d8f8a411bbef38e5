import { type ReactNode, type Ref, useId, useMemo } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { ErrorIcon } from '#client/icons/status-icons.tsx'
import field from '../field/field.module.css'
import { CountryBox } from './country-box.tsx'
import { CountryList } from './country-list.tsx'
import styles from './country-select.module.css'
import { useListing } from './use-listing.ts'

export type CountrySelectProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** ISO 3166-1 alpha-2: the countries on offer. */
  countries: readonly string[]
  /** One of `countries`; '' for none yet. */
  value: string
  onChange: (country: string) => void
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  /** What stands there while nothing is chosen. */
  placeholder: string
  /** Shows a dialling code beside each name: '+49' for 'DE'. */
  diallingCodeOf?: ((country: string) => string) | undefined
  isRequired?: boolean
  autoFocus?: boolean
  /** Why the country cannot be changed, as a tooltip; with it the select is disabled. */
  lockedBecause?: string | undefined
}

/** Chooses a country by its flag and its name. Specification 2.14. */
export function CountrySelect(props: CountrySelectProps) {
  const { label, hint, error, isRequired = false } = props
  const id = useId()
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
      <BoxAndList {...props} id={id} />
      {error !== undefined && (
        <span id={`${id}error`} className={field.error}>
          <ErrorIcon size={20} />
          <span>{error}</span>
        </span>
      )}
    </div>
  )
}

function BoxAndList({ id, ref, placeholder, onBlur, ...props }: CountrySelectProps & { id: string }) {
  const { countries, diallingCodeOf, value, onChange, lockedBecause, hint, error } = props
  const { language } = useTexts()
  const options = useMemo(
    () => countryOptions({ codes: countries, locale: language, diallingCodeOf }),
    [countries, language, diallingCodeOf],
  )
  const selected = options.findIndex(({ code }) => code === value)
  const isLocked = lockedBecause !== undefined
  const list = useListing({ options, selected, isLocked, onChange })
  const described = [hint && `${id}hint`, error && `${id}error`, isLocked && `${id}tip`].filter(Boolean).join(' ')
  return (
    <span className={styles.place} data-dismissed={list.isTipDismissed || undefined}>
      <CountryBox
        ref={ref}
        id={id}
        describedBy={described}
        option={options[selected]}
        placeholder={placeholder}
        isInvalid={error !== undefined}
        isRequired={props.isRequired ?? false}
        autoFocus={props.autoFocus ?? false}
        isLocked={isLocked}
        list={list}
        onBlur={onBlur}
      />
      {list.listing.kind === 'open' && (
        <CountryList
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
  )
}

/** A country as it stands in the list. `code` is ISO 3166-1 alpha-2. */
export type CountryOption = { code: string; name: string; diallingCode?: string }

type CountryOptionsInput = {
  codes: readonly string[]
  /** BCP 47: names and order are its reader's. */
  locale: string
  /** '+49' for 'DE'; undefined where the list shows none. */
  diallingCodeOf?: ((code: string) => string) | undefined
}

/** The countries by name, as the reader's language writes and sorts them. Specification 2.14. */
export function countryOptions({ codes, locale, diallingCodeOf }: CountryOptionsInput): CountryOption[] {
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
