import type { LoadedBrand } from '#brands/brand.ts'
import type { CustomProperties } from '#brands/theme.ts'
import type { Language } from '#contract/languages.ts'
import { escapeHtml } from '#contract/escape-html.ts'

/** One part of an email below the lead: a paragraph, ordered steps, or the lines of an address. */
export type LetterPart = {
  heading: string | null
  kind: 'paragraph' | 'steps' | 'lines'
  lines: readonly (string | LetterLink)[]
  /** The language of the part's texts, if it differs from the language of the letter. */
  language?: Language
}

/** An email before it is formatted. All texts are plain text. */
export type Letter = {
  language: Language
  brand: LoadedBrand
  /** The event in a few words. `appliance`: the name of the appliance; null if the event is not about an appliance. */
  title: string
  appliance: string | null
  /** More details about the event; empty if there are no details. */
  lead: string
  /** A code that the person types in the portal, shown in large letters. */
  code?: string
  /** Whether the email is about an emergency. Such an email has another design, and its parts come first. */
  isEmergency: boolean
  parts: readonly LetterPart[]
  action: LetterLink | null
  /** The small print at the end of the email. */
  notes: readonly string[]
  links: readonly LetterLink[]
}

export type LetterLink = { text: string; href: string }

const width = 600

/** Formats a letter as plain text, for mail programs without HTML and for people who prefer plain text. */
export function formatLetterText(letter: Letter): string {
  const { appliance, title, lead, code, parts, action, notes, links } = letter
  const blocks = [
    appliance === null ? title : `${appliance}\n${title}`,
    ...(lead === '' ? [] : [lead]),
    ...(code === undefined ? [] : [code]),
    ...parts.map(partAsText),
    ...(action ? [linkAsText(action)] : []),
    ['-- ', ...notes, ...links.map(linkAsText)].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

function partAsText({ heading, kind, lines }: LetterPart): string {
  const texts = lines.map((line) => (typeof line === 'string' ? line : line.text))
  const body = kind === 'steps' ? texts.map((step, index) => `${index + 1}. ${step}`) : texts
  return [...(heading === null ? [] : [heading]), ...body].join('\n')
}

function linkAsText({ text, href }: LetterLink): string {
  return `${text}: ${href}`
}

/**
 * Formats a letter as an HTML document. Mail programs support little CSS. So tables set the width, each element has its
 * own colours, and a style sheet only adds the dark scheme. The document loads no other files.
 */
export function formatLetterHtml(letter: Letter): string {
  const { language, brand, title, appliance, lead, code, isEmergency, parts, action, notes, links } = letter
  const colours = coloursOf(brand)
  const paragraphs = [
    appliance === null ? '' : p('muted', bdi(appliance)),
    `<h1 class="${isEmergency ? 'danger' : 'ink'}" style="margin:0 0 12px;font-size:24px;line-height:30px;${ink(isEmergency ? 'danger' : 'ink', colours)}">${escapeHtml(title)}</h1>`,
    lead === '' ? '' : p('ink', escapeHtml(lead)),
    code === undefined ? '' : codeBlock(code, colours),
    ...parts.map((part) => partAsHtml(part, colours)),
    action ? button(action, colours) : '',
  ]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkRules(colours)}</style>
</head>
<body class="surface" style="margin:0;padding:0;${background('surface', colours)}">
<table role="presentation" class="surface" style="width:100%;border-collapse:collapse;${background('surface', colours)}"><tbody><tr><td style="padding:16px 12px">
<table role="presentation" style="width:100%;max-width:${width}px;margin:0 auto;border-collapse:collapse;table-layout:fixed;word-break:break-word;overflow-wrap:anywhere;font-family:${font}"><tbody>
<tr><td class="brand" style="padding:8px 4px 12px;font-size:18px;line-height:24px;font-weight:700;${ink('brand', colours)}">${escapeHtml(brand.settings.title)}</td></tr>
<tr><td class="raised ${isEmergency ? 'edge-danger' : 'edge'}" style="padding:24px 20px;border:1px solid ${colours.light.line};border-top:4px solid ${isEmergency ? colours.light.danger : colours.light.edge};${background('raised', colours)}">
${paragraphs.filter(Boolean).join('\n')}
</td></tr>
<tr><td style="padding:16px 4px">
${notes.map((note) => small(escapeHtml(note), colours)).join('\n')}
${links.map((link) => small(anchor(link, 'muted', colours), colours)).join('\n')}
</td></tr>
</tbody></table>
</td></tr></tbody></table>
</body>
</html>
`

  function p(colour: 'ink' | 'muted', html: string): string {
    return `<p class="${colour}" style="margin:0 0 12px;font-size:16px;line-height:24px;${ink(colour, colours)}">${html}</p>`
  }
}

const font = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

type ColourRole = 'surface' | 'raised' | 'line' | 'ink' | 'muted' | 'brand' | 'edge' | 'on-edge' | 'danger'
type Colours = Record<'light' | 'dark', Record<ColourRole, string>>

/** The colours for roles that a theme does not set. The colour for danger is the same in every brand. */
const defaultColours: Colours = {
  light: {
    surface: '#f4f5f4',
    raised: '#ffffff',
    line: '#d9deda',
    ink: '#1a211d',
    muted: '#525b56',
    brand: '#0b5c6b',
    edge: '#0b5c6b',
    'on-edge': '#ffffff',
    danger: '#a02920',
  },
  dark: {
    surface: '#111513',
    raised: '#1a1f1c',
    line: '#323a36',
    ink: '#ecefed',
    muted: '#abb4af',
    brand: '#7fcfdd',
    edge: '#6cc4d4',
    'on-edge': '#04252c',
    danger: '#ff9f95',
  },
}

const themeRoles: Readonly<Record<ColourRole, string>> = {
  surface: 'surface',
  raised: 'raised',
  line: 'line',
  ink: 'ink',
  muted: 'ink-muted',
  brand: 'brand-ink',
  edge: 'brand',
  'on-edge': 'on-brand',
  danger: 'danger-ink',
}

const roles = Object.keys(themeRoles) as ColourRole[]

function coloursOf({ theme }: LoadedBrand): Colours {
  const of = (scheme: 'light' | 'dark', own: CustomProperties) =>
    Object.fromEntries(roles.map((role) => [role, own[themeRoles[role]] ?? defaultColours[scheme][role]])) as Record<
      ColourRole,
      string
    >
  return { light: of('light', theme.light), dark: of('dark', theme.dark) }
}

function ink(role: ColourRole, { light }: Colours): string {
  return `color:${light[role]}`
}

function background(role: ColourRole, { light }: Colours): string {
  return `background-color:${light[role]}`
}

/**
 * Returns the style sheet of the dark scheme. Each colour has `!important`, because only such a colour overrides the
 * style attribute of an element.
 */
function darkRules({ dark }: Colours): string {
  const rules = [
    ...(['ink', 'muted', 'brand', 'danger'] as const).map((role) => `.${role}{color:${dark[role]}!important}`),
    ...(['surface', 'raised'] as const).map((role) => `.${role}{background-color:${dark[role]}!important}`),
    `.edge,.edge-danger{border-color:${dark.line}!important}`,
    `.edge{border-top-color:${dark.edge}!important}`,
    `.edge-danger{border-top-color:${dark.danger}!important}`,
    `.button{background-color:${dark.edge}!important;color:${dark['on-edge']}!important}`,
  ]
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}

function partAsHtml({ heading, kind, lines, language }: LetterPart, colours: Colours): string {
  const text = `margin:0 0 12px;font-size:16px;line-height:24px;${ink('ink', colours)}`
  const lang = language === undefined ? '' : ` lang="${language}"`
  const title =
    heading === null
      ? ''
      : `<h2 class="ink" style="margin:20px 0 4px;font-size:16px;line-height:24px;${ink('ink', colours)}">${escapeHtml(heading)}</h2>\n`
  const items = lines.map((line) => (typeof line === 'string' ? escapeHtml(line) : anchor(line, 'brand', colours)))
  if (kind === 'steps') {
    const steps = items.map((item) => `<li>${item}</li>`).join('')
    return `${title}<ol${lang} class="ink" style="padding-left:24px;${text}">${steps}</ol>`
  }
  return `${title}<p${lang} class="ink" style="${text}">${items.join('<br>')}</p>`
}

function codeBlock(code: string, colours: Colours): string {
  return `<p class="ink" style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:4px;${ink('ink', colours)}">${escapeHtml(code)}</p>`
}

function button({ text, href }: LetterLink, colours: Colours): string {
  const buttonStyle = `display:inline-block;padding:12px 20px;border-radius:8px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none`
  return `<p style="margin:20px 0 0"><a class="button" href="${escapeHtml(href)}" style="${buttonStyle};${background('edge', colours)};${ink('on-edge', colours)}">${escapeHtml(text)}</a></p>`
}

function small(html: string, colours: Colours): string {
  return `<p class="muted" style="margin:0 0 8px;font-size:14px;line-height:20px;${ink('muted', colours)}">${html}</p>`
}

function anchor({ text, href }: LetterLink, colour: 'muted' | 'brand', colours: Colours): string {
  return `<a class="${colour}" href="${escapeHtml(href)}" style="${ink(colour, colours)}">${escapeHtml(text)}</a>`
}

/** Returns HTML for a name that somebody typed, whose text direction does not affect the surrounding text. */
function bdi(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}
