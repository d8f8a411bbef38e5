import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { api } from '#contract/api.ts'
import { receiptFileName } from '#contract/receipts.ts'
import { findHolder } from '#server/appliances/store.ts'
import type { EndpointAdder, FileEndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import { type VisibleReceiptsFilter, visibleReceiptsFilterOf } from './policy.ts'
import { findReceipt, readReceipts } from './store.ts'
import type { Services } from '#server/services.ts'

export type ReceiptRouteDependencies = Pick<Services, 'database' | 'persons' | 'clock'>

/** Adds the endpoints for the receipts of an appliance's consents. Specification 26.11. */
export function addReceiptRoutes(
  { add, addFile }: { add: EndpointAdder; addFile: FileEndpointAdder },
  { database: { pool }, persons, clock }: ReceiptRouteDependencies,
): void {
  async function visibleTo(caller: ProviderSubject, gatewayId: string): Promise<VisibleReceiptsFilter> {
    const personId = await persons.personIdOf(caller)
    return visibleReceiptsFilterOf(await findHolder(pool, { gatewayId, personId, now: clock.now() }))
  }

  add(api.listReceipts, async ({ caller, params: { id: gatewayId } }) => {
    const receipts = await readReceipts(pool, { gatewayId, ...(await visibleTo(caller, gatewayId)) })
    return { items: receipts.map(({ at, ...receipt }) => ({ ...receipt, at: at.toISOString() })) }
  })

  addFile(api.readReceipt, async ({ caller, params: { id: gatewayId, receiptId } }) => {
    const receipt = await findReceipt(pool, { gatewayId, receiptId, ...(await visibleTo(caller, gatewayId)) })
    if (!receipt) throw new Refusal('not-found')
    const { jws, kind, at } = receipt
    return {
      name: receiptFileName({ id: receipt.id, kind, at: at.toISOString() }).replace(/\.json$/u, '.jws'),
      mediaType: 'application/jose',
      bytes: jws.length,
      sha256: createHash('sha256').update(jws).digest('hex'),
      openRange: async ({ start, end }) => Readable.from([jws.slice(start, end + 1)]),
    }
  })
}
