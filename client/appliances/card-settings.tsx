import { createContext, use } from 'react'
import type { BrandSettings } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'

/** The brand and the user's country, which all cards of the page share. */
export type CardSettings = {
  brand: Pick<BrandSettings, 'name' | 'countries' | 'supportMail' | 'supportPhone'>
  /** The user's country; null if unknown. */
  userCountry: Country | null
}

const CardContext = createContext<CardSettings | null>(null)

export const CardSettingsProvider = CardContext

export function useCardSettings(): CardSettings {
  const context = use(CardContext)
  if (!context) throw new Error('A card needs a CardSettingsProvider around it.')
  return context
}
