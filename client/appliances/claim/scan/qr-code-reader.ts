import { type ParsedClaimCode, parseClaimCode } from '#contract/claim-code.ts'

/** Returns the texts of the QR codes in a picture. */
export type QrCodeReader = (picture: HTMLCanvasElement) => Promise<readonly string[]>

type FoundCode = { rawValue: string }
type Detector = { detect(picture: HTMLCanvasElement): Promise<readonly FoundCode[]> }

/**
 * The class `BarcodeDetector` of the browser, for which TypeScript has no types. W3C Shape Detection, Barcode Detection
 * API.
 */
export type BarcodeDetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/**
 * Creates a reader of QR codes. Uses the reader of the browser if it works; otherwise loads a reader in JavaScript.
 * Decision 039.
 */
export async function createQrCodeReader(Own: BarcodeDetectorClass | undefined): Promise<QrCodeReader> {
  const own = await createNativeReader(Own)
  if (!own) return loadReader()
  let reader = own
  return (picture) =>
    reader(picture).catch(async () => {
      // Loads the JavaScript reader, because some browsers have the interface without an implementation.
      reader = await loadReader()
      return reader(picture)
    })
}

async function createNativeReader(Own: BarcodeDetectorClass | undefined): Promise<QrCodeReader | null> {
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (!Own || !formats.includes('qr_code')) return null
  const detector = new Own({ formats: ['qr_code'] })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

async function loadReader(): Promise<QrCodeReader> {
  const { decodeQR } = await import('qr/decode.js')
  return async (picture) => {
    const { width, height } = picture
    const pixels = picture.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height)
    try {
      return pixels ? [decodeQR(pixels)] : []
    } catch (error) {
      // Returns an empty list. The library throws an error if it finds no code.
      if (error instanceof Error) return []
      throw error
    }
  }
}

const byUse = ['claim', 'damaged', 'foreign'] as const

/**
 * Returns the most useful code: a code of a sticker, otherwise a damaged code of a sticker, otherwise any other code.
 * Returns null if `texts` is empty.
 */
export function chooseBestClaimCode(texts: readonly string[]): ParsedClaimCode | null {
  const codes = texts.map(parseClaimCode)
  return codes.toSorted((one, other) => byUse.indexOf(one.kind) - byUse.indexOf(other.kind))[0] ?? null
}
