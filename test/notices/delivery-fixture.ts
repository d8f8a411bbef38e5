import { Registry } from 'prom-client'
import { readBrands } from '#brands/read-brands.ts'
import { createUnsubscribeTokens } from '#server/notices/unsubscribe/unsubscribe-tokens.ts'
import { type DeliveryMetrics, createDeliveryMetrics } from '#server/notices/delivery/metrics.ts'
import type { NoticeTextDependencies } from '#server/notices/read-notice-content.ts'

const { brands, defaultBrand } = await readBrands()

/** The dependencies that create the texts of emails and push messages, as in a portal process. */
export const testWordDependencies: NoticeTextDependencies = {
  brandOf: (id) => brands.get(id) ?? defaultBrand,
  originOf: () => 'https://portal.example',
  describeFault: async () => null,
  unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
}

export function createTestDeliveryMetrics(): DeliveryMetrics {
  return createDeliveryMetrics(new Registry(), [], async () => ({ waiting: 0, oldestAt: null, now: 0 }))
}
