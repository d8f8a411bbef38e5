import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { environmentSchema } from '#server/environment.ts'
import { bannedWords } from './tools/banned-words.ts'
import { renderReferencePages } from './tools/reference/reference-pages.ts'
import { findUngroupedSettings } from './tools/reference/settings-page.ts'

// Checks that the commands and settings in documents exist. CONTRIBUTING.md has the rules for their language.

type Document = { path: string; text: string }

const read = (path: string): string => readFileSync(path, 'utf8')
const documents: Document[] = globSync(['*.md', 'docs/**/*.md'])
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: read(path) }))
  .toSorted((a, b) => a.path.localeCompare(b.path))
const referencePages = renderReferencePages()
const isReport = (path: string): boolean => path.startsWith('docs/reports/')

/**
 * The documents whose language is checked. Reports are never edited, and the sentences of generated pages are in the
 * code.
 */
const written = documents.filter(({ path }) => !isReport(path) && !referencePages.has(path))

type Unit = { path: string; line: number; text: string }

/**
 * Returns the paragraphs, list items and table cells of a document, without code, link targets and quoted texts of the
 * product.
 */
function unitsOf({ path, text }: Document): Unit[] {
  const units: Unit[] = []
  let current: Unit | undefined
  const begin = (line: number, content: string): void => {
    current = { path, line, text: content }
    units.push(current)
  }
  withoutCode(text).forEach((line, index) => {
    if (/^\s*\|/u.test(line)) {
      current = undefined
      for (const cell of line.split('|')) units.push({ path, line: index + 1, text: cell.trim() })
    } else if (line.trim() === '') current = undefined
    else if (current === undefined || /^\s*(?:#|[-*] |\d+\. )/u.test(line)) begin(index + 1, line.trim())
    else current.text += ` ${line.trim()}`
    if (line.startsWith('#')) current = undefined
  })
  return units.map((unit) => ({ ...unit, text: withoutQuotes(unit.text) })).filter((unit) => /\p{L}/u.test(unit.text))
}

function withoutCode(text: string): string[] {
  const blank = (block: string): string => block.replaceAll(/[^\n]/gu, '')
  return text.replaceAll(/^\s*```[^]*?^\s*```/gmu, blank).split('\n')
}

/** Replaces code and quoted texts of the product by one word each, and removes link targets and tags. */
function withoutQuotes(text: string): string {
  return text
    .replaceAll(/\]\([^)\s]*\)/gu, ']')
    .replaceAll(/`[^`]*`/gu, 'code')
    .replaceAll(/(?:code(?: →|,)? )+code/gu, 'code')
    .replaceAll(/(?<![\p{L}\p{N}])'[^']+'(?!\p{L})/gu, 'quoted')
    .replaceAll(/<[^>]+>/gu, ' ')
}

/** Returns the code blocks and code spans of a document. */
function codeOf(text: string): string {
  const blocks = [...text.matchAll(/^\s*```[^]*?^\s*```/gmu)].map(([block]) => block)
  const spans = withoutCode(text).flatMap((line) => [...line.matchAll(/`[^`]+`/gu)].map(([span]) => span))
  return [...blocks, ...spans].join('\n')
}

const countWords = (text: string): number => text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const at = ({ path, line }: Unit, what: string): string => `${path}:${line} ${what}`

/** The sentences in which a banned word is allowed. */
const rightWords = new Set([
  // The table in this document quotes a text of the app to its reviewers.
  'docs/specification/16-texts.md too.',
])

const units = written.flatMap(unitsOf)

test.each(bannedWords)('no document says $word', ({ word, write }) => {
  const found = units.flatMap((unit) => {
    const said = word.exec(unit.text)?.[0]
    return said === undefined || rightWords.has(`${unit.path} ${said}`) ? [] : [at(unit, said)]
  })
  expect(found, `write: ${write}`).toEqual([])
})

const longest = 30

test(`no sentence has more than ${longest} words`, () => {
  const sentence = /(?<=[.!?:;][)”"’*]?)\s+(?=[\p{Lu}'"“(`*\d]|code|quoted)/u
  const long = units.flatMap((unit) =>
    unit.text
      .split(sentence)
      .filter((text) => countWords(text) > longest)
      .map((text) => at(unit, `${countWords(text)} words: ${text.slice(0, 60)}`)),
  )
  expect(long).toEqual([])
})

test('every decision has a date and a status', () => {
  const records = documents.filter(({ path }) => /^docs\/decisions\/\d/u.test(path))
  const date = /^# \d{3} .+\n\n.*\b\d{4}-\d{2}-\d{2}\b/u
  const status = /^# \d{3} .+\n\n.*\b(?:accepted|superseded by \[?\d{3}|lapsed)\b/u
  expect(records.length).toBeGreaterThan(30)
  expect(records.filter(({ text }) => !date.test(text) || !status.test(text)).map(({ path }) => path)).toEqual([])
})

/** Matches numbers with a unit of measurement. A page that needs a number of another page links to it. */
const figure = /\b\d[\d,.]*\d?\s(?:µs|reports\/s|requests\/s|EUR|TB|PB)(?![\p{L}\d])/gu

test('a measured figure is on one page', () => {
  const pagesOf = new Map<string, Set<string>>()
  for (const { path, text } of written) {
    for (const [value] of text.matchAll(figure)) pagesOf.set(value, (pagesOf.get(value) ?? new Set()).add(path))
  }
  const twice = [...pagesOf].filter(([, pages]) => pages.size > 1)
  expect(twice.map(([value, pages]) => `${value}: ${[...pages].join(', ')}`)).toEqual([])
})

test('every npm command of a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const ofNpm = new Set(['start', 'test', 'ci', 'audit', 'install'])
  const found = documents.flatMap(({ path, text }) =>
    [...codeOf(text).matchAll(/\bnpm (?:run ([\w-]+)|([a-z]+))/gu)].map(([command, script, own]) => ({
      path,
      command,
      script,
      own,
    })),
  )
  expect(found.length).toBeGreaterThan(30)
  const unknown = found.filter(({ script, own }) =>
    script === undefined ? !ofNpm.has(own ?? '') : scripts[script] === undefined,
  )
  expect(unknown.map(({ path, command }) => `${path} ${command}`)).toEqual([])
})

test('every command of an operator in a document exists', () => {
  const rows = [...read('server/operator/main.ts').matchAll(/words: \['([a-z]+)'/gu)]
  const commands = new Set(rows.map(([, command]) => command).concat('demo'))
  const found = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:npm run portal --|scripts\/portal\.mjs) ([a-z]+)/gu)].map(([, command]) => ({
      path,
      command,
    })),
  )
  expect(found.length).toBeGreaterThan(20)
  expect(
    found.filter(({ command }) => !commands.has(command)).map(({ path, command }) => `${path} ${command}`),
  ).toEqual([])
})

test('every setting of a document exists', () => {
  // The names of settings that belong to other programs, to the demo, or to the service manager's unit.
  const others =
    /^(?:AWS_\w+|OTEL_\w+|NODE_EXTRA_CA_CERTS|CREDENTIALS_DIRECTORY|DATA_DIR|MEMORY_FLAGS|POSTGRES_\w+|TOKEN|PASSWORD)$/u
  const own =
    /\b(?:OIDC|MQTT|SMTP|DKIM|VAPID|BUS|DATABASE|GATEWAY|METRICS|EXPORT|TRUSTED|PUBLIC|SESSION|REGISTRY|PROXY|BRAND|LEGAL)_[A-Z_]*[A-Z]\b/gu
  const isStandIn = (path: string): boolean => path === 'docs/reference/stand-ins.md'
  const found = documents
    .filter(({ path }) => !isStandIn(path))
    .flatMap(({ path, text }) => [...text.matchAll(own)].map(([name]) => ({ path, name })))
  expect(found.length).toBeGreaterThan(50)
  const unknown = found.filter(({ name }) => !others.test(name) && !(name in environmentSchema.shape))
  expect(unknown.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

/**
 * The maximum number of words in all documents that people write. Generated pages grow with the code and do not count.
 * A chapter about a new capability raises this number.
 */
const maxWords = 52_000

test(`the documents have at most ${maxWords} words`, () => {
  const words = documents
    .filter(({ path }) => !referencePages.has(path))
    .reduce((sum, { text }) => sum + countWords(text), 0)
  expect(words).toBeLessThanOrEqual(maxWords)
})

describe('pages generated from the code', () => {
  test.each([...referencePages])('%s is current; if not, run "npm run reference"', (path, text) => {
    expect(read(path)).toBe(text)
  })

  test('each setting is in a group of the page', () => {
    expect(findUngroupedSettings()).toEqual([])
  })
})
