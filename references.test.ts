import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

// Checks that every reference in a comment, a test or a document points to something that exists.

const folders = ['contract', 'brands', 'server', 'client', 'stand-ins', 'scripts', 'tools', 'e2e', 'bridge']
const sources = globSync(['*.{ts,md}', `{${folders.join(',')},legal,docs}/**/*.{ts,tsx,mjs,sql,css,md}`])
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => path !== 'references.test.ts')
const documents = sources.filter(({ path }) => path.endsWith('.md'))

type Found = { path: string; line: number; what: string }

/** Finds every match of a pattern. The first group of the pattern is the reference. */
function find(pattern: RegExp, among: typeof sources): Found[] {
  return among.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => ({
      path,
      line: text.slice(0, match.index).split('\n').length,
      what: match[1] ?? '',
    })),
  )
}

function said({ path, line, what }: Found): string {
  return `${path}:${line} ${what}`
}

const headings = /^#{1,6} (.+)$/gmu
const numbered = /^(?:#{1,6} (?=\d)|\| (?=\d+\.\d))(\d+(?:\.\d+)?) /gmu

const specification = documents.filter(({ path }) => path.startsWith('docs/specification/'))
const chapters = specification.filter(({ path }) => !path.endsWith('README.md'))
const sections = new Set(find(numbered, chapters).map(({ what }) => what))
const decisions = globSync('docs/decisions/[0-9]*.md').map((path) => basename(path))

const number = String.raw`\d+(?:\.\d+)?`
const between = String.raw`(?:,|,? and|,? or| to)(?:\s+(?:\*|//|--))?\s+`
const citation = new RegExp(String.raw`\bSpecification\s+(${number}(?:${between}${number})*)(?![\d.]*\d)`, 'gu')

test('every cited section of the specification exists', () => {
  const cited = find(citation, sources).flatMap(({ what, ...position }) =>
    [...what.matchAll(/\d+(?:\.\d+)?/gu)].map(([section]) => ({ ...position, what: section })),
  )
  expect(cited.length).toBeGreaterThan(300)
  expect(cited.filter(({ what }) => !sections.has(what)).map(said)).toEqual([])
})

test('the specification is cited in one way', () => {
  const others = find(
    /\b((?:specification|decisions|security|architecture|design),? \d+(?![\d]*-)(?:\.\d+)?)\b/giu,
    sources,
  )
  expect(others.filter(({ what }) => !/^(?:Specification|decisions? \d{3}$)/u.test(what)).map(said)).toEqual([])
})

test('the chapters are numbered without gaps, each in a file with its number', () => {
  const numbers = chapters.map(({ path, text }) => ({
    file: /(\d+)-[\w-]+\.md$/u.exec(path)?.[1],
    title: /^# (\d+) /u.exec(text)?.[1],
  }))
  expect(numbers.map(({ file }) => Number(file)).toSorted((a, b) => a - b)).toEqual(
    numbers.map((_, index) => index + 1),
  )
  expect(numbers.filter(({ file, title }) => Number(file) !== Number(title))).toEqual([])
})

test('every heading of the specification has a unique number', () => {
  const all = find(/^#{1,6} (\d+(?:\.\d+)?) /gmu, chapters).map(({ what }) => what)
  expect(all.filter((what, index) => all.indexOf(what) !== index)).toEqual([])
})

test('each decision record has a unique number, which its title repeats', () => {
  const records = documents
    .filter(({ path }) => /^docs\/decisions\/\d/u.test(path))
    .toSorted((a, b) => a.path.localeCompare(b.path))
  const names = records.map(({ path }) => path.slice('docs/decisions/'.length))
  expect(new Set(names.map((name) => name.slice(0, 3))).size).toBe(names.length)
  expect(
    records.filter(({ path, text }) => !text.startsWith(`# ${/\d{3}/u.exec(path)?.[0]} `)).map(({ path }) => path),
  ).toEqual([])
})

test('every cited decision exists', () => {
  const byNumber = find(/\bdecisions? (\d{3})\b/giu, sources)
  const byFile = find(/\bdocs\/decisions\/(\d{3}[\w.-]*\w)/gu, sources)
  expect(byNumber.length).toBeGreaterThan(5)
  expect(byNumber.filter(({ what }) => !decisions.some((name) => name.startsWith(`${what}-`))).map(said)).toEqual([])
  expect(byFile.filter(({ what }) => !decisions.includes(what)).map(said)).toEqual([])
})

test('every path in a comment or a document leads to a file or a folder', () => {
  // `<kind>` and `NAME` stand for any name. The walks of the architecture omit the ending of a file.
  const named = find(new RegExp(`\`((?:${[...folders, 'texts'].join('|')})/[\\w./<>*-]+)\``, 'gu'), sources)
  expect(named.length).toBeGreaterThan(150)
  const broken = named.filter(({ what }) => {
    const path = what.replaceAll(/<\w+>|\b[A-Z]+\b(?!\.)/gu, '*')
    return globSync([path, `${path}.ts`, `${path}.tsx`]).length === 0
  })
  expect(broken.map(said)).toEqual([])
})

/** Returns the target of a link in a document: the path of the file, and the anchor in it. */
function target(path: string, link: string): { file: string; anchor: string | undefined } {
  const [file = '', anchor] = link.split('#')
  return { file: file === '' ? path : normalize(join(dirname(path), file)).replaceAll('\\', '/'), anchor }
}

/** Returns the anchor that GitHub generates for a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

test('every relative link of a document leads to a file, and to a heading of it', () => {
  const links = find(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/gu, documents)
  expect(links.length).toBeGreaterThan(40)
  const broken = links.filter(({ path, what }) => {
    const { file, anchor } = target(path, what)
    if (!existsSync(file)) return true
    if (anchor === undefined) return false
    const text = readFileSync(file, 'utf8')
    return ![...text.matchAll(headings)].some(([, heading]) => slug(heading ?? '') === anchor)
  })
  expect(broken.map(said)).toEqual([])
})

const architecture = readFileSync('docs/explanation/architecture.md', 'utf8')

/** Returns the text below a heading of the architecture page, up to the next heading. */
function architectureSection(heading: string): string {
  return /^[^]*?(?=\n## |$)/u.exec(architecture.split(`## ${heading}\n`)[1] ?? '')?.[0] ?? ''
}

const inTicks = (text: string): string[] => [...text.matchAll(/`([^`]+)`/gu)].map(([, what]) => what ?? '')

test('the folder tree names each folder of server and page', () => {
  const named = new Set(
    inTicks(architectureSection('Folders')).map((what) => what.replace(/^(?:server|client)\//u, '')),
  )
  const inside = globSync('{server,client}/*/').map((folder) => basename(folder))
  expect(inside.length).toBeGreaterThan(30)
  expect(inside.filter((name) => !named.has(name))).toEqual([])
})

/**
 * Returns the files that a walk through the code names, in order. A name without a folder is in the folder of the
 * previous name.
 */
function filesOfWalk(walk: string): string[] {
  let folder = ''
  return inTicks(walk).flatMap((name) => {
    const isFromRoot = /^(?:client|contract|server)\//u.test(name)
    const path = isFromRoot ? name : `${folder}/${name}`
    const isFolder = existsSync(path)
    if (isFromRoot) folder = isFolder ? name : dirname(name)
    return isFolder ? [] : [path]
  })
}

test('every file of a walk exists', () => {
  const walks = architectureSection('Files along four paths').split('\n- ').slice(1)
  const files = walks.flatMap(filesOfWalk)
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((path) => !existsSync(`${path}.ts`) && !existsSync(`${path}.tsx`))).toEqual([])
})
