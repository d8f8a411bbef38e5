import type { BrandSettings } from '#brands/brand.ts'
import { escapeHtml } from '#server/http/escape-html.ts'

/** Puts the brand's name and support address where a document has `{brand}` and `{supportMail}`. `html` is sanitised. */
export function withBrand(html: string, { name, supportMail }: Pick<BrandSettings, 'name' | 'supportMail'>): string {
  return html.replaceAll('{brand}', () => escapeHtml(name)).replaceAll('{supportMail}', () => escapeHtml(supportMail))
}
