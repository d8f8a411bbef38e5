import type { Country } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import type { Schemes } from './theme.ts'
import type { BrandTypeface, LoadedTypeface } from './typeface.ts'

/** The settings of a brand in the `brand.ts` of its folder. Specification 11.2. */
export type Brand = {
  /** The folder's name, as in `BRAND`, `BRAND_HOSTS` and `?brand=`. */
  id: string
  /** The name for people, also of the customer support tab. */
  name: string
  /** The title of the page; null uses the default brand's. */
  title: string | null
  /** A file in the brand's folder; null uses the default brand's. */
  logo: string | null
  favicon: string | null
  /** The countries of the brand. Specification 9. */
  countries: readonly Country[]
  supportMail: string
  /** As people of the country write it, with the country's code; null if the brand has none. */
  supportPhone: string | null
  appStoreLinks: AppStoreLinks
  /** The name of the cookie with the marketing consent. Specification 17.2. */
  privacyCookie: string
  dataActUrl: string
  /** The typeface; without one the page uses the portal's. */
  typeface?: BrandTypeface | undefined
}

export type AppStoreLinks = { ios: string; android: string }

/** Words of welcome, in the languages that the brand has them in. */
export type Greeting = Partial<Record<Language, string>>

/** The brand's settings for the page, served inside its HTML. Specification 11.2. */
export type BrandSettings = Omit<Brand, 'title' | 'logo' | 'favicon' | 'typeface'> & {
  title: string
  /** The greeting from `greeting.json` in the brand's folder; empty without that file. */
  greeting: Greeting
  /** The size of the SVG `#brand-logo` in the document, in its own units. */
  logo: { width: number; height: number }
}

/** A brand with its loaded files, completed from the default brand. */
export type LoadedBrand = {
  settings: BrandSettings
  /** SVG markup that uses `currentColor` and `--brand-ink`. */
  logoSvg: string
  theme: Schemes
  faviconSvg: string
  /** Null if the brand uses the portal's typeface. */
  typeface: LoadedTypeface | null
}
