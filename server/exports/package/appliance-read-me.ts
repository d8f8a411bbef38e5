import type { Language } from '#contract/languages.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { localeTagOf, adaptSpelling } from '#contract/adapt-spelling.ts'
import { readTextsByLanguage } from '#texts/read-texts.ts'
import { type PackageFileName, packageFileNames } from './package-contents.ts'
import { renderReadMePage } from './read-me-page.ts'
import type { ApplianceReadMeText } from './appliance-read-me-text.ts'
import type { ApplianceSummary } from './store.ts'
import { exportWindowOf } from './export-window.ts'
import type { PackageBrand, PackageRequest } from './write-package.ts'

/** The values from which a read-me is rendered. `paths`: the files of this source, without `filesOfEverySource`. */
export type ApplianceReadMeOptions = {
  request: PackageRequest
  about: ApplianceSummary
  brand: PackageBrand
  paths: readonly string[]
}

export const applianceReadMeTexts: Readonly<Record<Language, ApplianceReadMeText>> =
  readTextsByLanguage('data-package-read-me')

const filesOfEverySource = ['dictionary.csv', 'exclusions.json', 'datapackage.json', 'manifest.sha256'] as const

/** Renders README.html of a package with the data of an appliance. */
export function renderApplianceReadMe(parts: ApplianceReadMeOptions): string {
  const { language } = parts.request
  return renderReadMePage(language, textIn(language, parts).title, (one) => part(one, parts))
}

function textIn(language: Language, { about }: ApplianceReadMeOptions): ApplianceReadMeText {
  return adaptSpelling(localeTagOf(language, about.country), applianceReadMeTexts[language])
}

function part(language: Language, parts: ApplianceReadMeOptions): string {
  const text = textIn(language, parts)
  return `<article lang="${language}">
<h1>${escapeHtml(text.title)}</h1>
<p>${filled(text.about, aboutValues(parts))}</p>
<h2>${escapeHtml(text.inHere)}</h2>
<dl>
${fileList(text, parts.paths)}</dl>
<h2>${escapeHtml(text.howToOpen)}</h2>
${list(text.opening.map(escapeHtml))}<h2>${escapeHtml(text.rights)}</h2>
${list(text.rightLines.map(escapeHtml))}<h2>${escapeHtml(text.whereToComplain)}</h2>
${list(text.complaints.map((line) => filled(line, { brand: escapeHtml(parts.brand.name), mail: link(`mailto:${parts.brand.supportMail}`, parts.brand.supportMail) })))}<p>${filled(text.more, { url: link(parts.brand.dataActUrl, parts.brand.dataActUrl) })}</p>
</article>
`
}

function aboutValues({ request, about }: ApplianceReadMeOptions): Record<string, string> {
  const { from, until } = exportWindowOf(request)
  const { serial, name } = about
  // The element `bdi` isolates the name, which may be written from right to left.
  const nameHtml = name === null ? '' : ` (<bdi>${escapeHtml(name)}</bdi>)`
  return { serial: `${escapeHtml(serial)}${nameHtml}`, from: minute(from), until: minute(until) }
}

/** Returns a short form of RFC 3339, which is the same in every language. */
function minute(moment: number | Date): string {
  return new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
}

function fileList({ files }: ApplianceReadMeText, paths: readonly string[]): string {
  const isIncluded = (name: PackageFileName) =>
    paths.some((path) => (name.endsWith('/') ? path.startsWith(name) : path === name))
  const explainedFiles = [...packageFileNames.filter(isIncluded), ...filesOfEverySource]
  return explainedFiles.map((name) => `<dt>${name}</dt><dd>${escapeHtml(files[name])}</dd>\n`).join('')
}

function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>\n`
}

/** Fills the placeholders of a text and escapes the text. `values` must already be HTML. */
function filled(text: string, values: Record<string, string>): string {
  return escapeHtml(text).replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole)
}

function link(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`
}
