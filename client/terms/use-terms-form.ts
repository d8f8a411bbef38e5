import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { type Country, isCountry } from '#contract/countries.ts'
import type { Terms } from '#contract/terms.ts'
import { chooseDefaultCountry } from '#client/i18n/default-country.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import {
  acceptTerms,
  isOutdatedTermsFailure,
  loadTerms,
  selectHasNeverAcceptedTerms,
  type WithTerms,
} from './terms-slice.ts'
import { useCallDispatch } from '#client/call-thunk.ts'

export type TermsFormOptions = {
  /** The country of the user; null if none is set yet. */
  userCountry: Country | null
  /** The countries that people can choose under this brand. */
  available: readonly Country[]
}

export type TermsFormControl = {
  document: Terms | null
  /** Whether the person had never accepted any terms when the form opened. */
  isFirstTime: boolean
  /** The chosen country; '' if the person has not chosen one. */
  country: Country | ''
  choose(country: string): void
  isAgreed: boolean
  agree(isTicked: boolean): void
  /** Whether the terms were updated while the person was reading them. */
  isRenewed: boolean
  /** Sends the acceptance; null while the form is incomplete or loading. Specification 5.7. */
  accept: (() => Promise<unknown>) | null
}

/**
 * Returns the state of the terms form. The agreement is valid only for the version of the terms that the person saw.
 */
export function useTermsForm({ userCountry, available }: TermsFormOptions): TermsFormControl {
  const dispatch = useCallDispatch()
  const { document, asked, isRenewed } = useSelector(({ terms }: WithTerms) => terms)
  const [chosen, setChosen] = useState(() =>
    chooseDefaultCountry({ userCountry: null, preferred: navigator.languages, available }),
  )
  // Keeps its first value after the acceptance, because the form is visible until the next page is loaded.
  const [isFirstTime] = useState(useSelector(selectHasNeverAcceptedTerms))
  const [agreed, setAgreed] = useState<string | null>(null)
  const country = userCountry ?? chosen
  const load = useDocument(country)

  const isAgreed = document !== null && agreed === document.version
  const mayAccept = isAgreed && country !== '' && asked === null
  return {
    document,
    isFirstTime,
    country,
    choose: (next) => setChosen(isCountry(next) ? next : ''),
    isAgreed,
    agree: (isTicked) => setAgreed(isTicked && document ? document.version : null),
    isRenewed,
    accept: mayAccept ? async () => accept(document.version) : null,
  }

  async function accept(version: string): Promise<void> {
    const action = await dispatch(
      acceptTerms({ version, country: userCountry === null && country !== '' ? country : null }),
    )
    if (acceptTerms.rejected.match(action) && isOutdatedTermsFailure(action.payload)) load()
  }
}

/** Loads the terms of the country in the reader's language. Returns a function that loads them again. */
function useDocument(country: Country | ''): () => void {
  const dispatch = useCallDispatch()
  const { language } = useTexts()
  const locale = country === '' ? language : `${language}-${country}`
  const load = useCallback(() => void dispatch(loadTerms(locale)), [dispatch, locale])
  useEffect(load, [load])
  return load
}
