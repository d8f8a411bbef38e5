import * as z from 'zod/mini'
import { connectionId } from './api-parameters.ts'
import { addInputs } from './endpoint.ts'
import { receiptApi } from './receipt-api.ts'
import { lowerCaseUuid } from './text-schemas.ts'

/** The endpoints of `receiptApi` with the inputs and refusals that only the server needs. Specification 26.11. */
export const receiptEndpoints = addInputs(receiptApi, {
  listReceipts: { params: connectionId, refusals: ['not-found'] },
  readReceipt: { params: z.object({ id: lowerCaseUuid, receiptId: lowerCaseUuid }), refusals: ['not-found'] },
})
