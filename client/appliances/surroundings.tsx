import { createContext, use } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'

/** What the cards know of the page around them. */
export type Surroundings = {
  brand: Pick<BrandSettings, 'name' | 'countries' | 'supportMail'>
  /** The user's country; null where it is not known. */
  userCountry: Country | null
}

const SurroundingsContext = createContext<Surroundings | null>(null)

export const SurroundingsProvider = SurroundingsContext

export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext)
  if (!surroundings) throw new Error('A card needs a SurroundingsProvider around it.')
  return surroundings
}
