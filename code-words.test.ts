import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { bannedWords } from './tools/banned-words.ts'

// Checks that comments, test titles and names contain no banned words, also in styles and in new migrations.
// CONTRIBUTING.md has the rules for the language.

const nameWords =
  /^(?:tells?|told|tellings?|news|hears?|heard|hearing|hearers?|unheard|looks?|wish(?:es|ed)?|offer(?:s|ed)?|worlds?|known|places?|whoever|anew|beside|usual|forgets?|forgotten)$/u

/** Matches names for which there is a shorter word: min, max, default, timeout, translate. */
const nameForms = /^(?:least|heaviest)[A-Z]\w*Ms$|^(?:least|most)Ms$|Within(?:Ms|S)$|[sS]peech|^note[A-Z]/u

/** Names with a banned word that cannot change. */
const rightNames = new Map([
  ['WellKnownDependencies', 'a term of RFC 8615'],
  ['addWellKnownFiles', 'a term of RFC 8615'],
  ['ERROR_TOLD_AFTER_SECONDS', 'a setting'],
  ['WARNING_TOLD_AFTER_MINUTES', 'a setting'],
  ['OFFLINE_TOLD_AFTER_MINUTES', 'a setting'],
  ['tellings', 'a field of stored JSON that the next release removes'],
  ['toldAt', 'a field of stored JSON that the next release removes'],
])

/** A node of an ESTree syntax tree with types. Only the fields that this test uses are declared. */
type SyntaxNode = { type: string; start: number; name?: unknown; callee?: SyntaxNode } & Record<string, unknown>

type Found = { path: string; line: number; text: string }

/** The comment of a function, and the text of that function. */
type FunctionComment = { comment: Found; code: string }

type Words = { comments: Found[]; titles: Found[]; names: Found[]; functions: FunctionComment[] }

const paths = globSync([
  '{brands,bridge,client,contract,e2e,scripts,server,stand-ins,test,tools}/**/*.{ts,tsx,mjs}',
  '*.ts',
])
  .map((path) => path.replaceAll('\\', '/'))
  // Skips the files that define the banned words.
  .filter((path) => !['code-words.test.ts', 'tools/banned-words.ts'].includes(path))
  .toSorted()

const files = paths.map((path) => wordsOf(path, readFileSync(path, 'utf8')))

/** The number of the last migration that is not checked. Earlier migrations cannot change. */
const lastMigrationNotChecked = '0048'

const otherComments = [
  ...globSync('{brands,client}/**/*.css').flatMap((path) => commentsIn(path, /\/\*[\s\S]*?\*\//gu)),
  ...globSync('server/database/migrations/*.sql')
    .filter((path) => basename(path).slice(0, 4) > lastMigrationNotChecked)
    .flatMap((path) => commentsIn(path, /--.*$/gmu)),
]

function commentsIn(path: string, comment: RegExp): Found[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(comment)].map(({ 0: found, index }) => {
    return { path, line: text.slice(0, index).split('\n').length, text: found }
  })
}

function wordsOf(path: string, text: string): Words {
  const { program, comments } = parseSync(path, text)
  const at = (start: number, found: string): Found => {
    return { path, line: text.slice(0, start).split('\n').length, text: found }
  }
  const commentsByEnd = new Map(comments.map(({ start, end, value }) => [end, at(start, value)]))
  const words: Words = { comments: [...commentsByEnd.values()], titles: [], names: [], functions: [] }
  collect(program as unknown as SyntaxNode)
  return words

  function collect(node: SyntaxNode): void {
    const comment = isFunction(node) && commentsByEnd.get(text.slice(0, node.start).trimEnd().length)
    if (comment) words.functions.push({ comment, code: text.slice(node.start, Number(node['end'])) })
    if (typeof node.name === 'string') words.names.push(at(node.start, node.name))
    const title = titleOf(node)
    if (title) words.titles.push(at(title.start, text.slice(title.start, Number(title['end']))))
    for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) collect(child)
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** Whether the node declares a function, also with `export`. */
function isFunction(node: SyntaxNode): boolean {
  const { declaration } = node
  return node.type === 'FunctionDeclaration' || (isNode(declaration) && declaration.type === 'FunctionDeclaration')
}

/** Returns the title of `test('…')`, `test.each(…)('…')` and the same with `describe`; null for any other node. */
function titleOf(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression') return null
  let called = node.callee
  while (called && called.type !== 'Identifier') called = called.callee ?? (called['object'] as SyntaxNode | undefined)
  if (!called || !['test', 'describe'].includes(String(called.name))) return null
  const [first] = node['arguments'] as SyntaxNode[]
  return first && ['Literal', 'TemplateLiteral'].includes(first.type) ? first : null
}

/** Returns the text without code and quoted texts. */
function plain(text: string): string {
  return text.replaceAll(/`[^`]*`|"[^"]*"|(?<![\p{L}\p{N}])'[^'\n]+'(?!\p{L})/gu, 'quoted')
}

const placed = ({ path, line, text }: Found): string => `${path}:${line} ${text.trim()}`

test.each(bannedWords)('no comment and no test title says $word', ({ word, write }) => {
  const comments = [...files.flatMap((file) => file.comments), ...otherComments].filter(({ text }) =>
    word.test(plain(text)),
  )
  const titles = files.flatMap((file) => file.titles).filter(({ text }) => word.test(plain(text.slice(1, -1))))
  expect([...comments, ...titles].map(placed), `write: ${write}`).toEqual([])
})

test('the comment of a function describes only names that the function has', () => {
  const described = /(?:^\*|[.;]|-) `([\w$]+)`:/gu
  const descriptions = files
    .flatMap((file) => file.functions)
    .flatMap(({ comment, code }) =>
      [...comment.text.replaceAll(/\s+(?:\* )?/gu, ' ').matchAll(described)].map(([, name = '']) => {
        return { ...comment, text: name, isStale: !new RegExp(`\\b${name}\\b`, 'u').test(code) }
      }),
    )
  expect(descriptions.length).toBeGreaterThan(80)
  expect(descriptions.filter(({ isStale }) => isStale).map(placed)).toEqual([])
})

test('no name has a banned word', () => {
  const parts = (name: string) => name.split(/(?<=[a-z\d])(?=[A-Z])|_/u).map((part) => part.toLowerCase())
  const found = files
    .flatMap(({ names }) => names)
    .filter(({ text }) => !rightNames.has(text))
    .filter(({ text }) => nameForms.test(text) || parts(text).some((part) => nameWords.test(part)))
  expect(found.map(placed)).toEqual([])
})
