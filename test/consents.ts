import { createHash } from 'node:crypto'
import { type ReceiptRecorder, createReceiptRecorder } from '#server/service-changes/consents/receipt-recorder.ts'

/** The seed from which tests derive the signing key of receipts. */
export const testSeed = createHash('sha256').update('receipts of tests').digest()

/** Creates the recorder of receipts for a portal at https://portal.example. */
export function createTestReceipts(): ReceiptRecorder {
  return createReceiptRecorder({
    seed: testSeed,
    publicUrl: 'https://portal.example',
    refOf: (gatewayId, personId) => `${gatewayId} ${personId}`,
    brandOf: (id) => ({
      name: nameOfTestBrand(id),
      supportMail: `help@${id}.example`,
      dataActUrl: `https://${id}.example/data-act`,
    }),
  })
}

export function nameOfTestBrand(id: string): string {
  return `Brand ${id}`
}
