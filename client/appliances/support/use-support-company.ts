import { useEffect, useState } from 'react'
import type { Country } from '#contract/countries.ts'
import { findSupportCompany } from '../service-calls.ts'
import { useApplianceDispatch } from '../use-dispatch.ts'
import type { SupportLookUp } from './support-view.ts'

const loading = { kind: 'loading' } as const

/** Looks for the support company of a country; null for none asks nobody. */
export function useSupportCompany(country: Country | null): SupportLookUp {
  const dispatch = useApplianceDispatch()
  const [found, setFound] = useState<{ country: Country; lookUp: SupportLookUp } | null>(null)
  useEffect(() => {
    if (country === null) return undefined
    const asking = dispatch(findSupportCompany(country))
    void take(country)
    return () => asking.abort()

    async function take(asked: Country): Promise<void> {
      const answer = await asking
      if (findSupportCompany.rejected.match(answer) && answer.meta.aborted) return
      const company = findSupportCompany.fulfilled.match(answer) ? answer.payload : null
      setFound({ country: asked, lookUp: company ? { kind: 'there', company } : { kind: 'none' } })
    }
  }, [country, dispatch])
  return found?.country === country ? found.lookUp : loading
}
