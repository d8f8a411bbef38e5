import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withLazySchemas } from './lazy-schemas.ts'

const root = join(import.meta.dirname, '../..')
const lazy = "import { lazySchema } from '#client/lazy-schema.ts'\n"

function built(text: string): string {
  return withLazySchemas(text, '/contract/part.ts')
}

test('a schema is created lazily, with its parts', () => {
  expect(built('export const list = z.object({ items: z.array(each) })')).toBe(
    `${lazy}export const list = /* @__PURE__ */ lazySchema(() => z.object({ items: z.array(each) }))`,
  )
  expect(built('const day = z.iso.date()')).toContain('lazySchema(() => z.iso.date())')
  expect(built('const line = z.string().check(z.trim())')).toContain('lazySchema(() => z.string().check(z.trim()))')
})

test('a schema in a table is also created lazily', () => {
  expect(built("const api = { list: { path: '/list', answer: z.nullable(list) } } as const")).toContain(
    "{ path: '/list', answer: /* @__PURE__ */ lazySchema(() => z.nullable(list)) }",
  )
})

test('other values stay: reads of a schema, results of functions, locals of functions', () => {
  for (const text of [
    'const brands = z.array(z.string()).parse(read())',
    'const name = personName()',
    'const make = () => z.string()',
    'function make() { const name = z.string(); return name }',
  ])
    expect(built(text)).toBe(text)
})

test('the schemas of the page are still valid TypeScript', () => {
  const names = globSync('{client,contract}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] })
  const texts = names.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
  for (const { name, text } of texts.filter(({ text: each }) => each.includes("from 'zod/mini'")))
    expect(() => parseAst(withLazySchemas(text, name), { lang: name.endsWith('x') ? 'tsx' : 'ts' }), name).not.toThrow()
})
