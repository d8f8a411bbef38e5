import { readFileSync } from 'node:fs'
import { type Language, languages } from '#contract/languages.ts'
import type dataPackageReadMe from './en/data-package-read-me.json'
import type demoSignIn from './en/demo-sign-in.json'
import type document from './en/document.json'
import type emails from './en/emails.json'
import type faultWords from './en/fault-words.json'
import type page from './en/page.json'
import type tabs from './en/tabs.json'
import type notices from './en/notices.json'
import type personalDataReadMe from './en/personal-data-read-me.json'
import type programSignIn from './en/program-sign-in.json'
import type sharing from './en/sharing.json'
import type unsubscribe from './en/unsubscribe.json'

/** The parts of the texts that servers read. The page loads its parts with `import.meta.glob`. */
type ServerTexts = {
  'data-package-read-me': typeof dataPackageReadMe
  'demo-sign-in': typeof demoSignIn
  document: typeof document
  emails: typeof emails
  'fault-words': typeof faultWords
  notices: typeof notices
  page: typeof page
  tabs: typeof tabs
  'personal-data-read-me': typeof personalDataReadMe
  'program-sign-in': typeof programSignIn
  sharing: typeof sharing
  unsubscribe: typeof unsubscribe
}

type ServerPart = keyof ServerTexts

/** Reads `texts/<language>/<part>.json`. A test checks that each language has the keys of the English file. */
export function readTexts<Part extends ServerPart>(part: Part, language: Language): ServerTexts[Part] {
  const file = new URL(`${language}/${part}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as ServerTexts[Part]
}

export function readTextsByLanguage<Part extends ServerPart>(
  part: Part,
): Readonly<Record<Language, ServerTexts[Part]>> {
  const texts = languages.map((language) => [language, readTexts(part, language)] as const)
  return Object.fromEntries(texts) as Record<Language, ServerTexts[Part]>
}
