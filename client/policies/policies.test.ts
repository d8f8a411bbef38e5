import { expect, test } from 'vitest'
import { parseLegalDocumentKey, readLegalDocument } from './read-legal-document.ts'

const name = { language: 'de', country: 'AT', kind: 'imprint' } as const

function answering(response: Response) {
  const asked: string[] = []
  const fetch = async (url: string) => {
    asked.push(url)
    return response
  }
  return { fetch, asked }
}

function refusing(status: number, code: string) {
  return answering(Response.json({ type: 'about:blank', title: code, status, code }, { status }))
}

test('a path matches a document in any letter case', () => {
  expect(parseLegalDocumentKey({ lang: 'DE', country: 'at', pagePath: 'Imprint' })).toEqual(name)
})

test.each([
  { lang: 'xx', country: 'AT', pagePath: 'imprint' },
  { lang: 'de', country: 'US', pagePath: 'imprint' },
  { lang: 'de', country: 'AT', pagePath: 'passwd' },
  {},
])('%o matches none', (params) => {
  expect(parseLegalDocumentKey(params)).toBeNull()
})

test('a document is read without a token', async () => {
  const document = { ...name, html: '<p>Text</p>' }
  const { fetch, asked } = answering(Response.json(document))
  expect(await readLegalDocument(fetch, name)).toEqual(document)
  expect(asked).toEqual(['/legal/de/AT/imprint'])
})

test('a missing document is null; a failed read is a failure', async () => {
  expect(await readLegalDocument(refusing(404, 'not-found').fetch, name)).toBeNull()
  await expect(readLegalDocument(refusing(503, 'unavailable').fetch, name)).rejects.toMatchObject({
    failure: { kind: 'refused', code: 'unavailable' },
  })
  await expect(readLegalDocument(answering(Response.json({ html: 1 })).fetch, name)).rejects.toMatchObject({
    failure: { kind: 'unexpected' },
  })
})
