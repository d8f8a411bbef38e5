import { createHash } from 'node:crypto'
import { type ReceiptRecorder, createReceiptRecorder } from '#server/service-changes/consents/receipt-recorder.ts'

/** The seed from which tests derive the signing key of receipts. */
export const testReceiptSeed = createHash('sha256').update('receipts of tests').digest()

/** Creates the recorder of receipts for a portal at https://portal.example. */
export function createTestReceiptRecorder(): ReceiptRecorder {
  return createReceiptRecorder({
    seed: testReceiptSeed,
    publicUrl: 'https://portal.example',
    refOf: (gatewayId, personId) => `${gatewayId} ${personId}`,
    brandOf: (id) => ({
      name: testBrandNameOf(id),
      supportMail: `help@${id}.example`,
      dataActUrl: `https://${id}.example/data-act`,
    }),
  })
}

export function testBrandNameOf(id: string): string {
  return `Brand ${id}`
}
