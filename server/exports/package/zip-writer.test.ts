import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { createZipWriter } from './zip-writer.ts'

const small = 'Vorlauf 41,5 °C'
const large = 'hc1.flowTemperature,41.5\r\n'.repeat(60_000)

test('each file has the checksum of all its bytes, in any number of pieces', async () => {
  const bytes = await zipped({ 'small.csv': [small], 'large.csv': large.match(/[^]{1,9999}/gu) ?? [], 'empty.csv': [] })
  const zip = await fromBufferPromise(bytes)
  const checksums: [string, number][] = []
  for await (const { fileName, crc32: checksum } of zip.eachEntry()) checksums.push([fileName, checksum])
  expect(checksums).toEqual([
    ['small.csv', crc32(small)],
    ['large.csv', crc32(large)],
    ['empty.csv', 0],
  ])
})

async function zipped(files: Record<string, string[]>): Promise<Buffer> {
  const output = new PassThrough()
  const zip = createZipWriter(output, new AbortController().signal)
  const written = buffer(output)
  for (const [path, content] of Object.entries(files)) await zip.add(path, content)
  await zip.end()
  return written
}
