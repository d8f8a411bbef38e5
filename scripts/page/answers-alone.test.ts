import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { withAnswersAlone } from './answers-alone.ts'

const folder = join(import.meta.dirname, '../../contract')

function built(name: string): string {
  return withAnswersAlone(readFileSync(join(folder, name), 'utf8'), `/contract/${name}`)
}

test('of each endpoint the built page has method, path, access and answer, and nothing that the server alone asks', () => {
  const text = globSync('*-api.ts', { cwd: folder }).map(built).join('\n')
  for (const { method, path, access } of Object.values(api))
    expect(text).toContain(
      `method: '${method}',\n    path: ${path.endsWith('push-subscriptions') ? 'pushSubscriptionsPath' : `'${path}'`},\n    access: '${access}',\n    answer: `,
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
