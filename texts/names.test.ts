import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Language, languages } from '#contract/languages.ts'
import type { LegalKind } from '#contract/legal.ts'
import { legalTitleIds } from '#client/legal-documents.ts'
import type { MessageId } from '#client/i18n/message-types.ts'
import { readTexts } from './read-texts.ts'
import { readCatalog } from '#test/text-catalogs.ts'

const root = path.resolve(import.meta.dirname, '..')

function catalogOf(language: string): Record<MessageId, string> {
  return readCatalog(language) as Record<MessageId, string>
}

const english = catalogOf('en')
const translated = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en')

/** English texts with two meanings, which other languages distinguish. */
const distinguished: readonly string[] = [
  // It is a status of the heating and the title of a question.
  'Warning',
  // An appliance is deleted, but a company is only removed.
  'Delete',
]

test.each(translated)('things with one name in English have one in %s', (language) => {
  const catalog = catalogOf(language)
  const ids = Object.keys(english) as MessageId[]
  const byName = Map.groupBy(
    ids.filter((id) => !distinguished.includes(english[id])),
    (id) => english[id],
  )
  const several = [...byName.values()].filter((same) => new Set(same.map((id) => catalog[id])).size > 1)
  expect(several.map((same) => same.map((id) => `${id}: ${catalog[id]}`))).toEqual([])
})

const quoted = /„(?<low>[^“”]+)[“”]|“(?<high>[^”]+)”|”(?<swedish>[^”]+)”|«\s?(?<out>[^»]+?)\s?»|‘(?<single>[^’]+)’/gu

function quotedIn(text: string): string[] {
  return [...text.matchAll(quoted)].map(({ groups = {} }) => Object.values(groups).find((name) => name) ?? '')
}

test.each(languages)('a message of %s that quotes a button or a field uses its label', (language) => {
  const messages = Object.values(catalogOf(language))
  expect(messages.flatMap(quotedIn).filter((name) => !messages.includes(name))).toEqual([])
})

test.each(languages)('each message that quotes in English quotes in %s', (language) => {
  const ids = (Object.keys(english) as MessageId[]).filter((id) => quotedIn(english[id]).length > 0)
  expect(ids.filter((id) => quotedIn(catalogOf(language)[id]).length === 0)).toEqual([])
})

test.each(translated)('the terms and the privacy statement have one name in %s', (language) => {
  const catalog = catalogOf(language)
  expect([catalog['terms.title'], catalog['terms.tos']]).toEqual([catalog['legal.tos'], catalog['legal.tos']])
  expect(catalog['terms.privacy']).toMatch(new RegExp(`^${catalog['legal.privacy']} \\(.+\\)$`, 'u'))
})

test.each(languages)('the link that turns emails off has the name of the page that it opens in %s', (language) => {
  expect(readTexts('unsubscribe', language).title).toBe(catalogOf(language)['mail.unsubscribe' as MessageId])
})

type LegalText = { name: string; language: string; kind: LegalKind; text: string }

/** The legal texts of the product. An operator's own texts may differ. */
const samples = globSync('legal/*/*/*.md', { cwd: root })
  .map((name): LegalText => {
    const [, language = '', , file = ''] = name.split(path.sep)
    return {
      name,
      language,
      kind: path.parse(file).name as LegalKind,
      text: readFileSync(path.join(root, name), 'utf8'),
    }
  })
  .filter(({ text }) => text.includes('\nsample: true\n'))

function namesOf(kind: LegalKind, language: string): string[] {
  const catalog = catalogOf(language)
  return kind === 'tos' ? [catalog['legal.tos'], catalog['terms.tos']] : [catalog[legalTitleIds[kind]]]
}

test.each(samples)('$name has the title of the link that opens it', ({ language, kind, text }) => {
  expect(namesOf(kind, language)).toContain(/^title: ['"](?<title>.*)['"]$/mu.exec(text)?.groups?.['title'])
})

/** Whether the words of the name occur in this order in the text, with any endings. */
function isCalled(name: string, words: string): boolean {
  const stems = [...name.matchAll(/[\p{L}\d]{4,}/gu)].map(([word]) => word.slice(0, 4))
  return new RegExp(stems.join('.*'), 'iu').test(words)
}

test.each(samples)('$name uses the name of each document that it links to', ({ language, text }) => {
  const links = [...text.matchAll(/\[(?<words>[^\]]+)\]\(\/policies\/[^)]+\/(?<kind>[a-z-]+)\)/gu)]
  const wrong = links.filter(({ groups = {} }) =>
    namesOf(groups['kind'] as LegalKind, language).every((name) => !isCalled(name, groups['words'] ?? '')),
  )
  expect(wrong.map(([link]) => link)).toEqual([])
})

/** The messages of the page whose words the legal texts of each kind use. */
const cited: Partial<Record<LegalKind, readonly MessageId[]>> = {
  'service-description': [
    'appliance.status.ONLINE',
    'appliance.status.WORKING',
    'appliance.status.WARNING',
    'appliance.status.ERROR',
    'appliance.status.OFFLINE',
    'appliance.status.UNKNOWN',
    'data-export.source.HEATLYTICS',
    'data-export.source.RST',
    'data-export.source.HCC',
  ],
  'data-act': ['appliance.data-export', 'data-export.source.RST', 'data-export.source.HCC'],
}

test.each(samples)('$name uses the names of the page', ({ language, kind, text }) => {
  const names = (cited[kind] ?? []).map((id) => catalogOf(language)[id])
  expect(names.filter((name) => !text.includes(name))).toEqual([])
})

const policies = 'stand-ins/policies/documents'

test.each(globSync('*/*/*.html', { cwd: path.join(root, policies) }))(
  'the sample %s has the name of its page',
  (name) => {
    const [kind = '', , file = ''] = name.split(path.sep)
    const heading = /<h1>(?<title>.+) \(.+\)<\/h1>/u.exec(readFileSync(path.join(root, policies, name), 'utf8'))
    expect(namesOf(kind as LegalKind, path.parse(file).name)).toContain(heading?.groups?.['title'])
  },
)
