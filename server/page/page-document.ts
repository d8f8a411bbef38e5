import { createHash } from 'node:crypto'
import type { LoadedBrand } from '#brands/brand.ts'
import { compileTheme, type ColourScheme } from '#brands/theme.ts'
import { type LoadedTypeface, type PageTypeface, formatTypefaceCss } from '#brands/typeface.ts'
import { type Appearance, schemeMediaQueryOf } from '#contract/appearance.ts'
import { firstAnswersId, type FirstAnswersByUrl } from '#contract/first-calls.ts'
import type { DrawnScreenLocale, DrawnScreen } from '#contract/first-screen.ts'
import type { Language } from '#contract/languages.ts'
import { longListLinkAttribute } from '#contract/long-list.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { typefaceSheet } from './typeface-sheet.ts'

/** The placeholder in index.html for the brand's head elements. */
const headPlaceholder = '<!--brand-head-->'
const namePlaceholder = '<!--brand-name-->'
const drawingPlaceholder = '<!--brand-drawing-->'
const logoPlaceholder = '<!--brand-logo-->'
const notLoadedPlaceholder = '<!--not-loaded-->'

const schemes: readonly ColourScheme[] = ['light', 'dark']

export type BrandDocument = {
  html: string
  themePath: string
  themeCss: string
  faviconPath: string
  faviconSvg: string
  typefaceFiles: readonly { path: string; content: Uint8Array }[]
  /** The style sheet that loads the typeface of a document without scripts; null if the typeface has no files. */
  typefaceSheet: { path: string; css: string } | null
}

/**
 * Creates the document of one brand from the template. The HTML contains the settings, title and logo, and the links of
 * icon and theme. `more`: further elements of the head. Specification 11.4.
 */
export function createBrandDocument(
  template: string,
  { settings, logoSvg, theme, faviconSvg, typeface }: LoadedBrand,
  { more = [], portalTypeface = noTypeface }: BrandPageOptions = {},
): BrandDocument {
  const themeCss = `${compileTheme(theme)}${typeface ? formatTypefaceCss(typeface) : ''}`
  const themePath = `/brand/${settings.id}/theme-${contentDigest(themeCss)}.css`
  const faviconPath = `/brand/${settings.id}/favicon-${contentDigest(faviconSvg)}.svg`
  const typefaceFiles = (typeface?.files ?? []).map(({ letters, content }) => ({
    letters,
    content,
    path: `/brand/${settings.id}/typeface-${contentDigest(content)}.woff2`,
  }))
  const head = [
    `<title>${escapeHtml(settings.title)}</title>`,
    // Gives the browser's own interface the colour of the header.
    ...schemes.map((scheme) => themeColour(scheme, theme[scheme]['raised'] ?? '')),
    `<link rel="icon" type="image/svg+xml" href="${faviconPath}">`,
    `<link rel="stylesheet" href="${themePath}">`,
    ...more,
    jsonScript('brand', settings),
    ...(typeface ? [jsonScript('typeface', toPageTypeface(typeface, typefaceFiles))] : []),
  ].join('\n    ')
  const { width, height } = settings.logo
  const html = template
    .replace(headPlaceholder, () => head)
    // Inserts the logo once, because components refer to it. The logo is trusted markup, because the folder of the
    // brand is a part of the project.
    .replace(drawingPlaceholder, () => logoSvg.replace('<svg', '<svg id="brand-logo"'))
    .replace(logoPlaceholder, `<svg viewBox="0 0 ${width} ${height}"><use href="#brand-logo" /></svg>`)
    .replace(namePlaceholder, () => escapeHtml(settings.title))
  const css = typefaceSheet(typeface ? toPageTypeface(typeface, typefaceFiles) : portalTypeface)
  const sheet = css === '' ? null : { path: `/brand/${settings.id}/typeface-${contentDigest(css)}.css`, css }
  return { html, themePath, themeCss, faviconPath, faviconSvg, typefaceFiles, typefaceSheet: sheet }
}

const noTypeface: PageTypeface = { name: '', weights: '', files: [] }

/** The additions to the HTML of a brand: further elements of the head, and the portal's typeface. */
type BrandPageOptions = { more?: readonly string[]; portalTypeface?: PageTypeface }

function toPageTypeface(
  { name, weights }: LoadedTypeface,
  files: readonly { letters: string; path: string }[],
): PageTypeface {
  return { name, weights, files: files.map(({ letters, path }) => ({ letters, url: path })) }
}

function jsonScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${escapeScript(JSON.stringify(value))}</script>`
}

function themeColour(scheme: ColourScheme, colour: string): string {
  return `<meta name="theme-color" data-scheme="${scheme}" media="${schemeMediaQueryOf(scheme, 'system')}" content="${colour}">`
}

type DocumentRequest = {
  address: string
  isSessionExpected: boolean
  appearance: Appearance
  /** The API's answers to the first calls; null if they are missing or too long. */
  answers?: FirstAnswersByUrl | null
  /** Whether the first screen is a long list of appliances. */
  showsMany?: boolean
  /** Whether the first screen has cards next to each other. */
  showsSeveral?: boolean
  /** The drawn first screen. The page uses it only if it was drawn for the language and time zone of the reader. */
  drawn?: (DrawnScreen & DrawnScreenLocale) | null
  /** Markup that is shown if the page does not load. */
  notLoaded?: string
}

/** Links that the build adds to the document for long lists. */
const longListLinks = new RegExp(String.raw`\s*<link\b[^>]*\b${longListLinkAttribute}\b[^>]*>`, 'gu')

/**
 * Prepares the document for its first display, before any script runs:
 * - the appearance (Specification 2.15);
 * - `data-session` if the browser has a session cookie, `data-navigation` if the side navigation will be shown (2.2),
 *   `data-wide` if cards will be next to each other (2.6);
 * - the early answers, before the first script (7.2);
 * - the links for long lists, only if the first screen is a long list (7.2);
 * - the drawn first screen, before the outline.
 */
export function preparePageDocument(
  html: string,
  {
    address,
    isSessionExpected,
    appearance,
    answers = null,
    showsMany = false,
    showsSeveral = false,
    drawn = null,
    notLoaded = '',
  }: DocumentRequest,
): string {
  const complete = html.replace(notLoadedPlaceholder, () => notLoaded)
  const shownHtml = withAppearance(showsMany ? complete : complete.replaceAll(longListLinks, ''), appearance)
  if (!isSessionExpected) return shownHtml
  const navigation = address.startsWith('/policies/') ? '' : ' data-navigation'
  const wide = showsSeveral ? ' data-wide' : ''
  const answersScript = answers ? jsonScript(firstAnswersId, answers) : ''
  const drawnFor = drawn ? ` data-locale="${drawn.locale}" data-minutes-behind="${drawn.minutesBehind}"` : ''
  const openedHtml = shownHtml.replace(
    '<body>',
    () => `<body data-session="expected"${navigation}${wide}${drawnFor}>${answersScript}`,
  )
  return drawn ? openedHtml.replace(root, (start) => `${start}${toInertMarkup(drawn)}`) : openedHtml
}

const root = '<div id="root">'

/**
 * Wraps a drawn screen as inert. Nobody can press a control in it before the page's script is loaded, and screen
 * readers do not read it twice.
 */
function toInertMarkup({ language, markup }: DrawnScreen): string {
  return `<div class="drawn" lang="${language}" inert aria-hidden="true">${markup}</div>`
}

function withAppearance(html: string, appearance: Appearance): string {
  if (appearance === 'system') return html
  const brandedHtml = html
    .replace('<html', `<html data-appearance="${appearance}"`)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${appearance}"`)
  return schemes.reduce(
    (page, scheme) => page.replace(schemeMediaQueryOf(scheme, 'system'), schemeMediaQueryOf(scheme, appearance)),
    brandedHtml,
  )
}

function contentDigest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 10)
}

/** Escapes JSON, because unescaped JSON could close its script element. */
function escapeScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

/** The content of a document without scripts. `content` is trusted markup. */
export type PlainDocumentContent = { title: string; language: Language; content: string }

/**
 * Renders a brand's document without the scripts of the page. It has the brand's head, the brand's header, and
 * `content` as its body.
 */
export function renderPlainDocument(
  { html, typefaceSheet: sheet }: Pick<BrandDocument, 'html' | 'typefaceSheet'>,
  { title: portal, logo: { width, height } }: LoadedBrand['settings'],
  { title, language, content }: PlainDocumentContent,
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
    .replace('</head>', (end) => (sheet ? `<link rel="stylesheet" href="${sheet.path}">${end}` : end))
    .replace(/<div id="root">[\s\S]*<\/body>/u, () => body)
}
