import type { Brands } from '#brands/read-brands.ts'
import { createPersonRefs } from './appliances/access/person-ref.ts'
import type { Config } from './config.ts'
import { type Receipts, createReceipts } from './service-changes/consents/receipts.ts'

export type ReceiptSettings = Pick<Config, 'receiptKey' | 'registryKey' | 'publicUrl'>

/** Creates the functions that record receipts, with the keys and brands of this portal. */
export function receiptsOf({ receiptKey, registryKey, publicUrl }: ReceiptSettings, brands: Brands): Receipts {
  return createReceipts({
    seed: receiptKey,
    publicUrl,
    refOf: createPersonRefs(registryKey).refOf,
    brandOf: (id) => (brands.brands.get(id) ?? brands.defaultBrand).settings,
  })
}
