import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Words that would be a second name of something, and forms of address that the portal does not use. */
const otherNames: Readonly<Record<Language, RegExp>> = {
  cs: /servisní(?:ho|mu)? technik|zákaznick\S+ servis|\bimpres|\bv portálu/iu,
  da: /installatør|\btekniker|e-mails\b|kontrollér|eksportér|markér/iu,
  de: /installateur|\b(?:ihre|ihrer|deine) anlage\b|\bdein(?:e|em|er|en)?\b/iu,
  en: /\bmails?\b|\binstallers?\b|\bnotices\b/iu,
  es: /\binstalador(?:es)?\b|servicio técnico|\btu\b|\btus\b/iu,
  fr: /votre installation\b|\btechnicien/iu,
  it: /scriveteci|\bvostr[oaie]\b|\bavviso [A-Z]?\d/iu,
  nl: /\buw installatie\b|\bmonteur|\bje\b|\bjouw\b/iu,
  no: /installatør|portvakt|pålogging|\bbedrifter\b/iu,
  pl: /instalator|dział(?:u|owi)? obsługi|\btwoj|\btwój|cofnąć zgod/iu,
  sk: /servisn\S+ technik|zákazníck\S+ servis|\bv portáli/iu,
  sl: /prekličite|privolit|\bv portalu\b/iu,
  sv: /installatör|e-postmeddelande|utgivaren/iu,
}

const byLanguage = (glob: string, languageOf: (file: string) => string | undefined) =>
  globSync(glob, { cwd: root }).map((file) => ({
    file,
    language: languageOf(file),
    text: readFileSync(path.join(root, file), 'utf8'),
  }))

const files = [
  ...byLanguage('texts/*/*.json', (file) => file.split(path.sep)[1]),
  ...byLanguage('stand-ins/policies/documents/*/*/*.html', (file) => path.parse(file).name),
  ...byLanguage('legal/*/*/*.md', (file) => file.split(path.sep)[1]),
]

/** Returns the text without keys, placeholders and addresses, which people do not read. */
function readable(text: string): string {
  return text
    .replaceAll(/"[\w.-]+":/gu, '')
    .replaceAll(/\{[\w-]+[,}]/gu, '')
    .replaceAll(/\]\([^)]*\)|href="[^"]*"|^title: .*$/gmu, '')
}

test.each(languages)('each thing has one name in all texts in %s', (language) => {
  const wrong = files
    .filter((each) => each.language === language)
    .map(({ file, text }) => [file, readable(text).match(new RegExp(otherNames[language], 'giu'))] as const)
    .filter(([, found]) => found)
  expect(wrong).toEqual([])
})
