import type { Country } from '#contract/countries.ts'

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
  appStoreLinks: AppStoreLinks
  /** The name of the cookie that carries the marketing consent. Specification 17.2. */
  privacyCookie: string
  dataActUrl: string
}

export type AppStoreLinks = { ios: string; android: string }

/** What the served page gets of its brand, inside its HTML. Specification 11.2. */
export type BrandSettings = {
  id: string
  name: string
  title: string
  /** The size of the drawing that stands in the document as `#brand-logo`, in units of its own. */
  logo: { width: number; height: number }
  countries: readonly Country[]
  supportMail: string
  appStoreLinks: AppStoreLinks
  privacyCookie: string
  dataActUrl: string
}

/** A brand with its files read and the default brand's put where it has none of its own. */
export type LoadedBrand = {
  settings: BrandSettings
  /** SVG markup that paints with `currentColor` and `--brand-ink`. */
  logoSvg: string
  /** Sets custom properties only. */
  themeCss: string
  faviconSvg: string
}
