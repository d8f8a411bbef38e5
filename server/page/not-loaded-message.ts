import type { BrandSettings } from '#brands/brand.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import type { Language } from '#contract/languages.ts'
import { readTextsByLanguage } from '#texts/read-texts.ts'

const texts = readTextsByLanguage('document')
const pageTexts = readTextsByLanguage('page')

/**
 * Returns the markup of a message that the page has not loaded. Styles show the message after some seconds, and the
 * page removes it when it starts. The message works without a script, because the main script may be blocked, missing
 * after a release, or too new for the browser. Specification 2.2.
 */
export function renderNotLoadedMessage(
  { supportMail, supportPhone }: Pick<BrandSettings, 'supportMail' | 'supportPhone'>,
  language: Language,
): string {
  const { 'not-loaded.title': title, 'not-loaded.text': text } = texts[language]
  const call = supportPhone === null ? '' : link(`tel:${supportPhone.replaceAll(' ', '')}`, supportPhone)
  // A link with an empty address opens the document again.
  const again = link('', pageTexts[language]['version.load-again'])
  return `<div class="not-loaded" role="alert" lang="${language}"><strong>${title}</strong><p>${text}</p><p>${call} ${link(`mailto:${supportMail}`, supportMail)}</p>${again}</div>`
}

function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
}
