import { createHash } from 'node:crypto'
import type { LoadedBrand } from '#brands/brand.ts'
import { escapeHtml } from '#server/http/escape-html.ts'

/** Where index.html takes in what its brand sets. */
const headMark = '<!--brand-head-->'
const nameMark = '<!--brand-name-->'
const logoMark = '<!--brand-logo-->'

export type BrandPage = { html: string; themePath: string; themeCss: string; faviconPath: string; faviconSvg: string }

/** The page of one brand: settings, title, icon and theme stand in the HTML, so that nothing is asked for again. Specification 11.4. */
export function toBrandPage(template: string, { settings, themeCss, faviconSvg }: LoadedBrand): BrandPage {
  const themePath = `/brand/${settings.id}/theme-${fingerprint(themeCss)}.css`
  const faviconPath = `/brand/${settings.id}/favicon-${fingerprint(faviconSvg)}.svg`
  const head = [
    `<title>${escapeHtml(settings.title)}</title>`,
    `<link rel="icon" type="image/svg+xml" href="${faviconPath}">`,
    `<link rel="stylesheet" href="${themePath}">`,
    `<script type="application/json" id="brand">${escapeScript(JSON.stringify(settings))}</script>`,
  ].join('\n    ')
  // The logo is markup of the brand's folder, a part of the project.
  const html = template
    .replace(headMark, () => head)
    .replace(logoMark, () => settings.logoSvg)
    .replace(nameMark, () => escapeHtml(settings.title))
  return { html, themePath, themeCss, faviconPath, faviconSvg }
}

function fingerprint(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 10)
}

/** JSON inside a script element must not be able to close it. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
