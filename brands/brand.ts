import type { Country } from '#contract/countries.ts'
import type { Schemes } from './theme.ts'
import type { BrandTypeface, LoadedTypeface } from './typeface.ts'

/** What a brand's folder says about it in `brand.ts`. Specification 11.2. */
export type Brand = {
  /** The folder's name, as in `BRAND`, `BRAND_HOSTS` and `?brand=`. */
  id: string
  /** What people call the brand; also the name of the customer support tab. */
  name: string
  /** The title of the page, null for the default brand's. */
  title: string | null
  /** A file in the brand's folder, null for the default brand's. */
  logo: string | null
  favicon: string | null
  /** Where the brand is rolled out. Specification 9. */
  countries: readonly Country[]
  supportMail: string
  /** As people write it, with the country's code; null where the brand has none. */
  supportPhone: string | null
  appStoreLinks: AppStoreLinks
  /** The name of the cookie that carries the marketing consent. Specification 17.2. */
  privacyCookie: string
  dataActUrl: string
  /** Without one the page is set in the portal's. */
  typeface?: BrandTypeface | undefined
}

export type AppStoreLinks = { ios: string; android: string }

/** What the served page gets of its brand, inside its HTML. Specification 11.2. */
export type BrandSettings = Omit<Brand, 'title' | 'logo' | 'favicon' | 'typeface'> & {
  title: string
  /** The size of the drawing that stands in the document as `#brand-logo`, in units of its own. */
  logo: { width: number; height: number }
}

/** A brand with its files read and the default brand's put where it has none of its own. */
export type LoadedBrand = {
  settings: BrandSettings
  /** SVG markup that paints with `currentColor` and `--brand-ink`. */
  logoSvg: string
  theme: Schemes
  faviconSvg: string
  /** Null for the portal's. */
  typeface: LoadedTypeface | null
}
