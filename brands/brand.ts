import type { Country } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import type { PropertiesByScheme } from './theme.ts'
import type { BrandTypeface, LoadedTypeface } from './typeface.ts'

/** The settings of a brand in the `brand.ts` of its folder. Specification 11.2. */
export type Brand = {
  /** The name of the brand's folder, as in `BRAND`, `BRAND_HOSTS` and `?brand=`. */
  id: string
  /** The brand's name for people. It is also the title of the customer support tab. */
  name: string
  /** The title of the app. If null, the app has the title of the default brand. */
  title: string | null
  /** The file name of the logo in the brand's folder. If null, the portal uses the logo of the default brand. */
  logo: string | null
  favicon: string | null
  /** The countries that people can choose for themselves and for the addresses of appliances. Specification 9. */
  countries: readonly Country[]
  supportMail: string
  /**
   * The telephone number as people of the country write it, with the dialling code; null if the brand has no number.
   */
  supportPhone: string | null
  appStoreLinks: AppStoreLinks
  /** The name of the cookie with the marketing consent. Specification 17.2. */
  privacyCookie: string
  dataActUrl: string
  /** The brand's own typeface. If absent, the app uses the portal's typeface. */
  typeface?: BrandTypeface | undefined
}

export type AppStoreLinks = { ios: string; android: string }

/**
 * The greeting above the form that adds the first appliance, by language. A language without an entry has no greeting
 * of the brand.
 */
export type Greeting = Partial<Record<Language, string>>

/**
 * The settings that the app reads from its HTML. Values that a brand does not set come from the default brand.
 * Specification 11.2.
 */
export type BrandSettings = Omit<Brand, 'title' | 'logo' | 'favicon' | 'typeface'> & {
  title: string
  /** The greeting from `greeting.json` in the brand's folder; an empty object if the file is missing. */
  greeting: Greeting
  /** The size of the SVG `#brand-logo` in the HTML, in the units of its viewBox. */
  logo: { width: number; height: number }
}

/** A brand with the content of its files. Files that the brand does not have come from the default brand. */
export type LoadedBrand = {
  settings: BrandSettings
  /** SVG markup that uses `currentColor` and `--brand-ink`. */
  logoSvg: string
  theme: PropertiesByScheme
  faviconSvg: string
  /** The brand's own typeface; null if the brand uses the portal's typeface. */
  typeface: LoadedTypeface | null
}
