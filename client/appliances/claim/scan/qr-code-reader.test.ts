import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { formatClaimCode } from '#contract/claim-code.ts'
import { chooseBestClaimCode, createQrCodeReader, type BarcodeDetectorClass } from './qr-code-reader.ts'

const values = { serialNumber: '929220810', accessCode: 'ESgptBxRbYpCVLTQ', userPassword: 'warm & cosy' }
const text = formatClaimCode(values)
const edge = 400

/** Draws a code on white paper. If `code` is null, the paper is blank. */
function pictureOf(code: string | null): HTMLCanvasElement {
  const modules = code === null ? [] : encodeQR(code, 'raw', { border: 4 })
  const data = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (let y = 0; y < edge; y += 1) {
    for (let x = 0; x < edge; x += 1) {
      if (modules[Math.floor(y / 7)]?.[Math.floor(x / 7)]) data.fill(0, (y * edge + x) * 4, (y * edge + x) * 4 + 3)
    }
  }
  const context = { getImageData: () => ({ width: edge, height: edge, data }) }
  return { width: edge, height: edge, getContext: () => context } as unknown as HTMLCanvasElement
}

function detectorOf(formats: string[], detect: () => Promise<{ rawValue: string }[]>): BarcodeDetectorClass {
  return class {
    static getSupportedFormats = async () => formats
    detect = detect
  }
}

test('a code is read in JavaScript if the browser has no reader', async () => {
  for (const own of [undefined, detectorOf(['ean_13'], () => Promise.reject(new Error('asked')))]) {
    const read = await createQrCodeReader(own)
    expect(await read(pictureOf(text))).toEqual([text])
    expect(await read(pictureOf(null))).toEqual([])
  }
})

test("the browser's reader is used until it fails", async () => {
  const read = await createQrCodeReader(detectorOf(['qr_code'], async () => [{ rawValue: 'one' }, { rawValue: 'two' }]))
  expect(await read(pictureOf(null))).toEqual(['one', 'two'])
  let asked = 0
  const broken = await createQrCodeReader(
    detectorOf(['qr_code'], () => {
      asked += 1
      return Promise.reject(new DOMException('Barcode detection service unavailable.', 'NotSupportedError'))
    }),
  )
  expect(await broken(pictureOf(text))).toEqual([text])
  expect(await broken(pictureOf(text))).toEqual([text])
  expect(asked).toBe(1)
})

test("of several codes the sticker's is chosen", () => {
  expect(chooseBestClaimCode([])).toBeNull()
  expect(chooseBestClaimCode(['https://portal.example', text])).toEqual({ kind: 'claim', values })
  expect(chooseBestClaimCode(['https://portal.example', 'gateway:claim?'])).toEqual({ kind: 'damaged' })
  expect(chooseBestClaimCode(['WIFI:S:home;;'])).toEqual({ kind: 'foreign' })
})
