import { useEffect, useState } from 'react'
import type { Country } from '#contract/countries.ts'
import { findSupportCompany } from '../appliance-calls.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import type { SupportLookUp } from './support-view.ts'

const loading = { kind: 'loading' } as const

/** What came of looking in a country. */
type Answer = { country: Country; lookUp: SupportLookUp }

export type SupportCompanyControl = { lookUp: SupportLookUp; retry(): void }

/** Looks for the support company of a country; null for none asks nobody. `retry` asks again after a failure. */
export function useSupportCompany(country: Country | null): SupportCompanyControl {
  const dispatch = useCallDispatch()
  const [found, setFound] = useState<Answer | null>(null)
  const isFound = found?.country === country
  useEffect(() => {
    if (country === null || isFound) return undefined
    const asking = dispatch(findSupportCompany(country))
    void take(country)
    return () => asking.abort()

    async function take(asked: Country): Promise<void> {
      const answer = await asking
      if (findSupportCompany.fulfilled.match(answer)) {
        const company = answer.payload
        setFound({ country: asked, lookUp: company ? { kind: 'there', company } : { kind: 'none' } })
      } else if (!answer.meta.aborted) setFound({ country: asked, lookUp: { kind: 'failed' } })
    }
  }, [country, isFound, dispatch])
  return { lookUp: isFound ? found.lookUp : loading, retry: () => setFound(null) }
}
