import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { pushSubscriptionsPath } from '#contract/notice-settings.ts'
import { withAnswersAlone } from './answers-alone.ts'

const folder = join(import.meta.dirname, '../../contract')

function built(name: string): string {
  return withAnswersAlone(readFileSync(join(folder, name), 'utf8'), `/contract/${name}`)
}

/** How the contract writes a path: as a string, or as the name of a shared constant. */
function writtenAs(path: string): string {
  if (!path.startsWith(pushSubscriptionsPath)) return `'${path}'`
  const rest = path.slice(pushSubscriptionsPath.length)
  return rest === '' ? 'pushSubscriptionsPath' : `\`\${pushSubscriptionsPath}${rest}\``
}

test('of each endpoint the built page has method, path, access and answer, and nothing that the server alone asks', () => {
  const text = globSync('*-api.ts', { cwd: folder }).map(built).join('\n')
  for (const { method, path, access } of Object.values(api))
    expect(text).toContain(
      `method: '${method}',\n    path: ${writtenAs(path)},\n    access: '${access}',\n    answer: `,
    )
  expect(text).not.toMatch(/^ {4}(?:terms|params|query|body|refusals|cacheS):/mu)
})

test('what the built page does not use of the contract is left out of it', () => {
  expect(withAnswersAlone('export const named = z.string().check(z.trim())', '/contract/naming.ts')).toBe(
    'export const named = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.trim())',
  )
})

test('schemas of requests do not come with the first view: the tables of endpoints do not import them', () => {
  expect(built('person-api.ts')).toContain("from './account.ts'")
  expect(built('person-api.ts')).not.toMatch(/account-form|client-log/u)
  expect(built('appliance-api.ts')).not.toMatch(/claim\.ts|naming|address-form|api-parameters/u)
})

test('the contract of the built page is still TypeScript that can be read', () => {
  const names = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] })
  for (const name of names) expect(() => parseAst(built(name), { lang: 'ts' }), name).not.toThrow()
})

/** Statements that only say what a name stands for. */
const declarations = new Set([
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'FunctionDeclaration',
  'ImportDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclaration',
])

/** What changes something that was there before. */
const changing = new Set(['AssignmentExpression', 'AwaitExpression', 'ImportExpression', 'UpdateExpression'])
const changingMethods = /\.(?:add|append|assign|config|define\w*|delete|push|reverse|set|sort|splice|unshift)\($/u

/** What a module does as it is loaded, beside making values of its own: in the built page it may be left out. */
function effectsOf(text: string): string[] {
  const effects: string[] = []
  const note = ({ start, end }: { start: number; end: number }) => effects.push(text.slice(start, end))
  for (const statement of parseAst(text, { lang: 'ts' }).body) {
    const part = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    const isForEffect = part.type === 'ImportDeclaration' && part.specifiers.length === 0
    const isVariable = part.type === 'VariableDeclaration' && part.kind !== 'const'
    if (!declarations.has(part.type) || isForEffect || isVariable) note(part)
    else if (part.type === 'VariableDeclaration') walk(part)
  }
  return effects

  function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const node = value as { type?: string; start: number; end: number; callee?: { end: number } }
    if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return
    const isCallToChange = node.callee && changingMethods.test(`${text.slice(node.start, node.callee.end)}(`)
    if (changing.has(node.type ?? '') || isCallToChange) note(node)
    else for (const part of Object.values(value)) walk(part)
  }
}

test('what does something as it is loaded would be found', () => {
  for (const text of [
    "import './registry.ts'",
    'z.config(english)',
    'export let count = 0',
    'for (const code of codes) known.add(code)',
    'export const registry = new Map().set(1, 2)',
    'const told = known.push(code)',
    'export const first = (counted += 1)',
  ])
    expect(effectsOf(text), text).toHaveLength(1)
  expect(effectsOf('export const sorted = codes.toSorted(); export const add = () => known.add(1)')).toEqual([])
})

test('the contract does nothing as it is loaded, so that the built page can leave out what it does not use', () => {
  const names = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
  expect(names.length).toBeGreaterThan(50)
  for (const name of names) expect(effectsOf(readFileSync(join(folder, name), 'utf8')), name).toEqual([])
})
