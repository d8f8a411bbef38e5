import { createHash } from 'node:crypto'
import type { LoadedBrand } from '#brands/brand.ts'
import { compileTheme, type Scheme } from '#brands/theme.ts'
import { type LoadedTypeface, type PageTypeface, typefaceCss } from '#brands/typeface.ts'
import { type Appearance, schemeMedia } from '#contract/appearance.ts'
import { firstAnswersId, type AnswersOfDocument } from '#contract/first-calls.ts'
import type { DrawnFor, DrawnScreen } from '#contract/first-screen.ts'
import type { Language } from '#contract/languages.ts'
import { manyLinkMark } from '#contract/many-appliances.ts'
import { escapeHtml } from '#contract/escape-html.ts'

/** Where index.html takes in what its brand sets. */
const headMark = '<!--brand-head-->'
const nameMark = '<!--brand-name-->'
const drawingMark = '<!--brand-drawing-->'
const logoMark = '<!--brand-logo-->'

const schemes: readonly Scheme[] = ['light', 'dark']

export type BrandPage = {
  html: string
  themePath: string
  themeCss: string
  faviconPath: string
  faviconSvg: string
  typefaceFiles: readonly { path: string; content: Uint8Array }[]
}

/**
 * The page of one brand: settings, title, icon and theme stand in the HTML, so that nothing is asked for again; `more` are
 * further lines of its head. Specification 11.4.
 */
export function toBrandPage(
  template: string,
  { settings, logoSvg, theme, faviconSvg, typeface }: LoadedBrand,
  more: readonly string[] = [],
): BrandPage {
  const themeCss = `${compileTheme(theme)}${typeface ? typefaceCss(typeface) : ''}`
  const themePath = `/brand/${settings.id}/theme-${fingerprint(themeCss)}.css`
  const faviconPath = `/brand/${settings.id}/favicon-${fingerprint(faviconSvg)}.svg`
  const typefaceFiles = (typeface?.files ?? []).map(({ letters, content }) => ({
    letters,
    content,
    path: `/brand/${settings.id}/typeface-${fingerprint(content)}.woff2`,
  }))
  const head = [
    `<title>${escapeHtml(settings.title)}</title>`,
    // What a browser paints around the page is as the header is.
    ...schemes.map((scheme) => themeColour(scheme, theme[scheme]['raised'] ?? '')),
    `<link rel="icon" type="image/svg+xml" href="${faviconPath}">`,
    `<link rel="stylesheet" href="${themePath}">`,
    ...more,
    jsonScript('brand', settings),
    ...(typeface ? [jsonScript('typeface', toPageTypeface(typeface, typefaceFiles))] : []),
  ].join('\n    ')
  const { width, height } = settings.logo
  const html = template
    .replace(headMark, () => head)
    // Markup of the brand's folder, a part of the project. It stands there once; what shows it refers to it.
    .replace(drawingMark, () => logoSvg.replace('<svg', '<svg id="brand-logo"'))
    .replace(logoMark, `<svg viewBox="0 0 ${width} ${height}"><use href="#brand-logo" /></svg>`)
    .replace(nameMark, () => escapeHtml(settings.title))
  return { html, themePath, themeCss, faviconPath, faviconSvg, typefaceFiles }
}

function toPageTypeface(
  { name, weights }: LoadedTypeface,
  files: readonly { letters: string; path: string }[],
): PageTypeface {
  return { name, weights, files: files.map(({ letters, path }) => ({ letters, url: path })) }
}

function jsonScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${escapeScript(JSON.stringify(value))}</script>`
}

function themeColour(scheme: Scheme, colour: string): string {
  return `<meta name="theme-color" data-scheme="${scheme}" media="${schemeMedia(scheme, 'system')}" content="${colour}">`
}

type Visit = {
  address: string
  isSessionExpected: boolean
  appearance: Appearance
  /** What the API has answered to the first calls already. */
  answers?: AnswersOfDocument | null
  /** The first screen is the list of somebody with many. */
  showsMany?: boolean
  /** What the page will show first, where it finds that it was drawn for its reader. */
  drawn?: (DrawnScreen & DrawnFor) | null
}

/** Those that the build put there. */
const manyLinks = new RegExp(String.raw`\s*<link\b[^>]*\b${manyLinkMark}\b[^>]*>`, 'gu')

/**
 * Tells the page and its outline before any script runs how they are to look (Specification 2.15) and what they are to keep
 * a place for: `data-session` where the browser has the cookie of a session, `data-navigation` where the side navigation
 * will be. Specification 2.2. Before the first script stand the answers that it would ask for, and what a list of many needs
 * begins to load for those who have one, 7.2. Where the first screen is drawn already it stands beside the outline.
 */
export function layOut(
  html: string,
  { address, isSessionExpected, appearance, answers = null, showsMany = false, drawn = null }: Visit,
): string {
  const shown = inAppearance(showsMany ? html : html.replaceAll(manyLinks, ''), appearance)
  if (!isSessionExpected) return shown
  const navigation = address.startsWith('/policies/') ? '' : ' data-navigation'
  const brought = answers ? jsonScript(firstAnswersId, answers) : ''
  const drawnFor = drawn ? ` data-locale="${drawn.locale}" data-minutes-behind="${drawn.minutesBehind}"` : ''
  const opened = shown.replace('<body>', () => `<body data-session="expected"${navigation}${drawnFor}>${brought}`)
  return drawn ? opened.replace(root, (start) => `${start}${inert(drawn)}`) : opened
}

const root = '<div id="root">'

/** Nobody can press it before the page's script has come, or hears of it twice. */
function inert({ language, markup }: DrawnScreen): string {
  return `<div class="drawn" lang="${language}" inert aria-hidden="true">${markup}</div>`
}

function inAppearance(html: string, appearance: Appearance): string {
  if (appearance === 'system') return html
  const dressed = html
    .replace('<html', `<html data-appearance="${appearance}"`)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${appearance}"`)
  return schemes.reduce(
    (page, scheme) => page.replace(schemeMedia(scheme, 'system'), schemeMedia(scheme, appearance)),
    dressed,
  )
}

function fingerprint(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 10)
}

/** JSON inside a script element must not be able to close it. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

/** `content` is markup. */
export type PlainDocument = { title: string; language: Language; content: string }

/** A brand's document without the page: its head's look, its header, and in the place of everything else `content`. */
export function toPlainDocument(
  html: string,
  { title: portal, logo: { width, height } }: LoadedBrand['settings'],
  { title, language, content }: PlainDocument,
): string {
  const header = `<svg role="img" aria-label="${escapeHtml(portal)}" viewBox="0 0 ${width} ${height}"><use href="#brand-logo" /></svg>
          <span class="outline-title">${escapeHtml(portal)}</span>`
  const body = `<div id="root">
      <div class="outline">
        <header class="outline-header">
          ${header}
        </header>
        <main class="outline-content">
          <div class="outline-text">${content}</div>
        </main>
      </div>
    </div>
  </body>`
  return html
    .replace('lang="en"', `lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/u, () => `<title>${escapeHtml(`${title} – ${portal}`)}</title>`)
    .replaceAll(/<script\b[^>]*>[^<]*<\/script>|<link rel="modulepreload"[^>]*>/gu, '')
    .replace(/<noscript>[\s\S]*?<\/noscript>/u, '')
    .replace(/<div id="root">[\s\S]*<\/body>/u, () => body)
}
