import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { unknownId } from '#test/service-fixture.ts'
import { exportFileContent, createExportFixture } from '#test/exports/export-fixture.ts'

const fixture = await createExportFixture()
const { send, asked, applianceOf, readyFile, stopMaking, time } = fixture
const start = time.ms
const digest = createHash('sha256').update(exportFileContent)
const hex = digest.copy().digest('hex')

afterEach(async () => {
  await stopMaking()
  time.ms = start
})
afterAll(fixture.close)

test('the owner downloads the file with its name, digest and tag, uncached and without sniffing', async () => {
  const id = await applianceOf(['olga'])
  const { file, url } = await readyFile('olga', id)
  const answer = await send({ as: 'olga', url })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(exportFileContent)
  expect(file.sha256).toBe(hex)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(exportFileContent.length),
    'content-disposition': `attachment; filename=${file.name}`,
    'accept-ranges': 'bytes',
    etag: `"${hex}"`,
    'repr-digest': `sha-256=:${digest.copy().digest('base64')}:`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['bytes=0-9', 'bytes 0-9/64', exportFileContent.subarray(0, 10)],
  ['bytes=10-', 'bytes 10-63/64', exportFileContent.subarray(10)],
  ['bytes=-5', 'bytes 59-63/64', exportFileContent.subarray(59)],
  ['bytes=60-1000', 'bytes 60-63/64', exportFileContent.subarray(60)],
])('a download is resumed: %s', async (range, contentRange, part) => {
  const id = await applianceOf(['olga'])
  const { url } = await readyFile('olga', id)
  const answer = await send({ as: 'olga', url, headers: { range, 'if-range': `"${hex}"` } })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(part.length) })
  expect(answer.rawPayload).toEqual(part)
})

test.each([
  { range: 'bytes=0-9', 'if-range': '"another"' },
  { range: 'bytes=0-9', 'if-range': 'Sat, 14 Mar 2026 10:00:00 GMT' },
  { range: 'bytes=0-1,5-6' },
  { range: 'lines=1-2' },
  { range: 'bytes=a-b' },
])('an invalid range, or one of another file, is answered with the whole file: %j', async (headers) => {
  const id = await applianceOf(['olga'])
  const { url } = await readyFile('olga', id)
  const answer = await send({ as: 'olga', url, headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(exportFileContent)
})

test('a range outside of the file is refused with its size', async () => {
  const id = await applianceOf(['olga'])
  const { url } = await readyFile('olga', id)
  const answer = await send({ as: 'olga', url, headers: { range: 'bytes=64-' } })
  expect(answer.statusCode).toBe(416)
  expect(answer.headers['content-range']).toBe('bytes */64')
  expect(answer.body).toBe('')
})

test('HEAD returns the size without the content', async () => {
  const id = await applianceOf(['olga'])
  const { url } = await readyFile('olga', id)
  const answer = await send({ as: 'olga', method: 'HEAD', url })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-length': '64', etag: `"${hex}"` })
  expect(answer.body).toBe('')
})

test('a file of another user, of another appliance, unknown, not ready or expired gives the same not found', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  const other = await applianceOf(['olga'])
  const { file, url } = await readyFile('olga', id)
  const open = await asked('olga', id, { sources: ['RST'] })
  const openUrl = `/api/2/eu-data-act/${id}/files/${open.files[0]?.id}`
  const answers = [
    await send({ as: 'viktor', url }),
    await send({ as: 'stranger', url }),
    await send({ as: 'olga', url: `/api/2/eu-data-act/${other}/files/${file.id}` }),
    await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/files/${unknownId}` }),
    await send({ as: 'olga', url: openUrl }),
  ]
  time.ms = start + 30 * dayMs
  answers.push(await send({ as: 'olga', url }))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
})

test.each([
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fsecrets.json',
  '..',
  '%2e%2e',
  '....%2f%2f',
  '%00',
  `${'a'.repeat(36)}.zip`,
  `${unknownId}%2f..%2f${unknownId}`,
  `${unknownId}.zip`,
])('a file id with path traversal finds nothing: %s', async (fileId) => {
  const id = await applianceOf(['olga'])
  const answer = await send({ as: 'olga', url: `/api/2/eu-data-act/${id}/files/${fileId}` })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-disposition']).toBeUndefined()
})

test('without token, with an invalid one, or without the scope there is no file', async () => {
  const id = await applianceOf(['olga'])
  const { url } = await readyFile('olga', id)
  const answers = [
    await send({ url }),
    await send({ as: 'bad', url }),
    await send({ as: 'olga-without-resource', url }),
    await send({ url: `${url}?access_token=olga` }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403, 401])
})

test('a missing store is reported as unavailable, and the files are back with it', async () => {
  const id = await applianceOf(['olga'])
  const { url } = await readyFile('olga', id)
  const store = join(fixture.folder, 'store')
  await rename(store, `${store}-away`)
  const answer = await send({ as: 'olga', url })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
  expect(answer.headers['retry-after']).toBeDefined()
  await rename(`${store}-away`, store)
  expect((await send({ as: 'olga', url })).statusCode).toBe(200)
})

test('a client that disconnects in the middle leaves no open file', async () => {
  const id = await applianceOf(['olga'])
  const large = Buffer.alloc(8 * 1024 * 1024, 1)
  await fixture.makeFiles({
    write: async (_request, { output }) => {
      output.end(large)
      return { rows: 1 }
    },
  })
  await asked('olga', id)
  const { files } = await fixture.finished('olga', id)
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fixture.app.server.address() as AddressInfo
  const path = `/api/2/eu-data-act/${id}/files/${files[0]?.id}`
  const client = request({ port, host: '127.0.0.1', path, headers: { authorization: 'Bearer olga' } }).end()
  await new Promise<void>((resolve) => {
    client.once('response', (response) => response.once('data', () => void response.destroy()).once('close', resolve))
  })
  await expect.poll(() => fixture.opened.every((stream) => stream.destroyed)).toBe(true)
  expect(fixture.opened.some((stream) => stream.bytesRead > 0 && stream.bytesRead < large.length)).toBe(true)
})
