import type { Plugin } from 'vite'
import { languages } from '#contract/languages.ts'
import { readTexts } from '#texts/read-texts.ts'

const mark = '<!--no-script-->'

/**
 * Adds a sentence in every language which says that the page needs scripts. Without scripts, the page cannot determine
 * the reader's language.
 */
export function addNoScriptTexts(): Plugin {
  return { name: 'no-script', transformIndexHtml: (html) => html.replace(mark, () => sentences().join('')) }
}

function sentences(): string[] {
  return languages.map((language) => `<p lang="${language}">${readTexts('document', language)['no-script']}</p>`)
}
