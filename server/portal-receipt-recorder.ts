import type { LoadedBrands } from '#brands/read-brands.ts'
import { createPersonRefEncoder } from './appliances/access/person-ref.ts'
import type { Config } from './config.ts'
import { type ReceiptRecorder, createReceiptRecorder } from './service-changes/consents/receipt-recorder.ts'

export type ReceiptSettings = Pick<Config, 'receiptKey' | 'registryKey' | 'publicUrl'>

/** Creates the functions that record receipts, with the keys and brands of this portal. */
export function createPortalReceiptRecorder(
  { receiptKey, registryKey, publicUrl }: ReceiptSettings,
  brands: LoadedBrands,
): ReceiptRecorder {
  return createReceiptRecorder({
    seed: receiptKey,
    publicUrl,
    refOf: createPersonRefEncoder(registryKey).refOf,
    brandOf: (id) => (brands.brands.get(id) ?? brands.defaultBrand).settings,
  })
}
