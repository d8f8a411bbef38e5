import type { Brands } from '#brands/read-brands.ts'
import { createPersonRefEncoder } from './appliances/access/person-ref.ts'
import type { Config } from './config.ts'
import { type ReceiptRecorder, createReceiptRecorder } from './service-changes/consents/receipt-recorder.ts'

export type ReceiptSettings = Pick<Config, 'receiptKey' | 'registryKey' | 'publicUrl'>

/** Creates the functions that record receipts, with the keys and brands of this portal. */
export function receiptsOf({ receiptKey, registryKey, publicUrl }: ReceiptSettings, brands: Brands): ReceiptRecorder {
  return createReceiptRecorder({
    seed: receiptKey,
    publicUrl,
    refOf: createPersonRefEncoder(registryKey).refOf,
    brandOf: (id) => (brands.brands.get(id) ?? brands.defaultBrand).settings,
  })
}
