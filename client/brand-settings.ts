import * as z from 'zod/mini'
import type { BrandSettings } from '#brands/brand.ts'
import { countries } from '#contract/countries.ts'

const brandSettings = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  logo: z.object({ width: z.number(), height: z.number() }),
  countries: z.array(z.enum(countries)),
  supportMail: z.string(),
  supportPhone: z.nullable(z.string()),
  appStoreLinks: z.object({ ios: z.string(), android: z.string() }),
  privacyCookie: z.string(),
  dataActUrl: z.string(),
  greeting: z.record(z.string(), z.string()),
})

/**
 * Reads the brand's settings, which the server writes into the document as `<script type="application/json"
 * id="brand">`. Specification 11.2. @throws Error if the document has no settings
 */
export function readBrandSettings(page: Pick<Document, 'getElementById'>): BrandSettings {
  const text = page.getElementById('brand')?.textContent
  if (!text) throw new Error('The page has no brand settings: serve it through the portal.')
  return brandSettings.parse(JSON.parse(text))
}
