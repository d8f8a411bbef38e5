import type { Endpoint } from './endpoint.ts'
import { receiptList } from './receipts.ts'

/** The paths of /api/2 about receipts of consents. Specification 26.11. */
export const receiptApi = {
  listReceipts: {
    method: 'GET',
    path: '/api/2/connections/:id/receipts',
    access: 'gateway.list',
    answer: receiptList,
  },
  readReceipt: {
    method: 'GET',
    path: '/api/2/connections/:id/receipts/:receiptId',
    access: 'gateway.list',
    answer: 'file',
  },
} as const satisfies Record<string, Endpoint>
