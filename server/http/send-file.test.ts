import { Readable } from 'node:stream'
import { parse } from 'content-disposition'
import { afterAll, expect, test } from 'vitest'
import { api as contract } from '#contract/api.ts'
import type { ServedFile } from './send-file.ts'
import { Refusal } from './refusals.ts'
import { createTestApi } from '#test/test-api.ts'

const id = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
const url = `/api/2/eu-data-act/${id}/files/${id}`
const content = Buffer.from('PK')
const file: ServedFile = {
  name: 'data.zip',
  mediaType: 'application/zip',
  bytes: content.length,
  sha256: '00'.repeat(32),
  openRange: async () => Readable.from([content]),
}
const served = { file }
const api = await createTestApi((_add, addFile) => addFile(contract.downloadDataExport, async () => served.file), {
  passTerms: async ({ subject }) => {
    if (subject === 'newcomer') throw new Refusal('terms-not-accepted', { route: '/accept-tos' })
  },
})

afterAll(async () => api.app.close())

test('files have the same checks as other answers: token, scope, terms, ids', async () => {
  const answers = [
    await api.send({ url }),
    await api.send({ as: 'olga-without-resource', url }),
    await api.send({ as: 'newcomer', url }),
    await api.send({ as: 'olga', url: url.replace(id, '1') }),
    await api.send({ as: 'olga', url }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 412, 404, 200])
})

test.each([
  ['plain.zip', 'plain.zip'],
  ['Heizung Müller.zip', 'Heizung Müller.zip'],
  ['with "quotes".zip', 'with "quotes".zip'],
  ['line\r\nbreak: injected.zip', 'line\r\nbreak: injected.zip'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\data.zip', 'data.zip'],
  ['=cmd|calc.zip', '=cmd|calc.zip'],
  ['暖房.zip', '暖房.zip'],
  ['%2e%2e%2f.zip', '%2e%2e%2f.zip'],
])('the name %j is sent encoded, in one header, without folders', async (name, expected) => {
  served.file = { ...file, name }
  const { headers } = await api.send({ as: 'olga', url })
  const disposition = String(headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; filename[*=][\x20-\x7e]*$/u)
  expect(parse(disposition)).toMatchObject({ type: 'attachment', parameters: { filename: expected } })
})

test('an empty file is sent completely', async () => {
  served.file = { ...file, bytes: 0, openRange: async () => Readable.from([]) }
  const answer = await api.send({ as: 'olga', url })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe('0')
})

test('a file that fails in the middle is never taken for complete', async () => {
  served.file = {
    ...file,
    bytes: 100,
    openRange: async () =>
      Readable.from(
        (async function* halves() {
          yield content
          throw new Error('lost')
        })(),
      ),
  }
  await expect(api.send({ as: 'olga', url })).rejects.toThrow('destroyed before completion')
})
