import { createHash } from 'node:crypto'
import type { LoadedBrand } from '#brands/brand.ts'
import { escapeHtml } from '#server/http/escape-html.ts'

/** Where index.html takes in what its brand sets. */
const headMark = '<!--brand-head-->'
const nameMark = '<!--brand-name-->'
const drawingMark = '<!--brand-drawing-->'
const logoMark = '<!--brand-logo-->'

export type BrandPage = { html: string; themePath: string; themeCss: string; faviconPath: string; faviconSvg: string }

/** The page of one brand: settings, title, icon and theme stand in the HTML, so that nothing is asked for again. Specification 11.4. */
export function toBrandPage(template: string, { settings, logoSvg, themeCss, faviconSvg }: LoadedBrand): BrandPage {
  const themePath = `/brand/${settings.id}/theme-${fingerprint(themeCss)}.css`
  const faviconPath = `/brand/${settings.id}/favicon-${fingerprint(faviconSvg)}.svg`
  const head = [
    `<title>${escapeHtml(settings.title)}</title>`,
    `<link rel="icon" type="image/svg+xml" href="${faviconPath}">`,
    `<link rel="stylesheet" href="${themePath}">`,
    `<script type="application/json" id="brand">${escapeScript(JSON.stringify(settings))}</script>`,
  ].join('\n    ')
  const { width, height } = settings.logo
  const html = template
    .replace(headMark, () => head)
    // Markup of the brand's folder, a part of the project. It stands there once; what shows it refers to it.
    .replace(drawingMark, () => logoSvg.replace('<svg', '<svg id="brand-logo"'))
    .replace(logoMark, `<svg viewBox="0 0 ${width} ${height}"><use href="#brand-logo" /></svg>`)
    .replace(nameMark, () => escapeHtml(settings.title))
  return { html, themePath, themeCss, faviconPath, faviconSvg }
}

type Visit = { address: string; isSessionExpected: boolean }

/**
 * Tells the page and its outline before any script runs what they are to keep a place for: `data-session` where the
 * browser has the cookie of a session, `data-navigation` where the side navigation will be. Specification 2.2.
 */
export function layOut(html: string, { address, isSessionExpected }: Visit): string {
  if (!isSessionExpected) return html
  const navigation = address.startsWith('/policies/') ? '' : ' data-navigation'
  return html.replace('<body>', `<body data-session="expected"${navigation}>`)
}

function fingerprint(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 10)
}

/** JSON inside a script element must not be able to close it. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
