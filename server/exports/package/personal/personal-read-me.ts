import { escapeHtml } from '#contract/escape-html.ts'
import type { Language } from '#contract/languages.ts'
import { readTextsByLanguage } from '#texts/read-texts.ts'
import { renderReadMePage } from '../read-me-page.ts'
import type { PackageBrand } from '../write-package.ts'
import { type PersonalDataFileName, personalDataFileNames, receiptsFolder } from './personal-data-file-names.ts'

type PersonalText = Record<PersonalDataFileName | typeof receiptsFolder, string> & {
  title: string
  about: string
  files: string
  format: string
  readings: string
  leftOut: string
  rights: string
  rightsText: string
  complaint: string
}

const explainedFiles = [...personalDataFileNames, receiptsFolder] as const

export const personalReadMeTexts: Readonly<Record<Language, PersonalText>> =
  readTextsByLanguage('personal-data-read-me')

export type PersonalReadMeOptions = { language: Language; brand: PackageBrand; requestedAt: Date }

/** Renders README.html of a package with the data about a person. */
export function renderPersonalReadMe({ language, brand, requestedAt }: PersonalReadMeOptions): string {
  return renderReadMePage(language, personalReadMeTexts[language].title, (one) => part(one, { brand, requestedAt }))
}

function part(language: Language, { brand, requestedAt }: Omit<PersonalReadMeOptions, 'language'>): string {
  const text = personalReadMeTexts[language]
  const at = requestedAt.toISOString().slice(0, 16).replace('T', ' ')
  const mail = `<a href="mailto:${escapeHtml(brand.supportMail)}">${escapeHtml(brand.supportMail)}</a>`
  const complaint = escapeHtml(text.complaint).replace('{brand}', escapeHtml(brand.name)).replace('{mail}', mail)
  return `<article lang="${language}">
<h1>${escapeHtml(text.title)}</h1>
<p>${escapeHtml(text.about).replace('{at}', at)}</p>
<h2>${escapeHtml(text.files)}</h2>
<dl>
${explainedFiles.map((name) => `<dt>${name}</dt><dd>${escapeHtml(text[name])}</dd>\n`).join('')}</dl>
<p>${escapeHtml(text.format)}</p>
<p>${escapeHtml(text.readings)}</p>
<p>${escapeHtml(text.leftOut)}</p>
<h2>${escapeHtml(text.rights)}</h2>
<p>${escapeHtml(text.rightsText)}</p>
<p>${complaint}</p>
</article>
`
}
