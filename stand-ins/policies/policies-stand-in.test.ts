import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPoliciesStandIn } from './policies-stand-in.ts'

const service = createPoliciesStandIn()
let url: string

beforeAll(async () => {
  url = `http://localhost:${await service.listen(0)}`
})

afterAll(() => service.close())

test('a document is answered as HTML in a text field', async () => {
  const response = await fetch(`${url}/imprint/DE/de`)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.json()).toEqual({ text: expect.stringContaining('<h1>Impressum') })
})

test('the countries with own documents have them', async () => {
  const own = ['privacy/GB/en', 'imprint/GB/en', 'imprint/FR/fr', 'imprint/LU/fr', 'privacy/DE/da']
  expect(await Promise.all(own.map(statusOf))).toEqual(own.map(() => 200))
})

test('a missing document and an unknown path are 404', async () => {
  const missing = ['privacy/DE/sk', 'privacy/XX/de', 'tos/DE/de', 'imprint/DE/..%2f', '..%2f..%2fpackage.json', '']
  expect(await Promise.all(missing.map(statusOf))).toEqual(missing.map(() => 404))
  expect((await fetch(`${url}/imprint/DE/de`, { method: 'POST' })).status).toBe(404)
})

async function statusOf(name: string): Promise<number> {
  return (await fetch(`${url}/${name}`)).status
}
