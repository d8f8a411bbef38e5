import type { ReceiptKind } from '#contract/receipts.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import { type Queryable, readFirstRow, readRows, sql } from '#server/database/sql.ts'
import type { VisibleReceiptsFilter } from './policy.ts'

export type ReceiptRow = {
  id: string
  kind: ReceiptKind
  at: Date
  companyName: string
  companyType: CompanyType | null
}

type Wanted = VisibleReceiptsFilter & { gatewayId: string }

const isVisible = ({ gatewayId, personId, allSince }: Wanted) => sql`
  gateway_id = ${gatewayId} and jws is not null
  and (person_id = ${personId} or consented_at >= ${allSince}::timestamptz)`

const statement = sql`id, kind, at, company_name as "companyName",
  (select company_type from contract where contract.id = receipt.contract_id) as "companyType"`

/** Reads the receipts that a person may see, the newest first, at most `maxReceipts`. */
export async function readReceipts(db: Queryable, query: Wanted): Promise<ReceiptRow[]> {
  return readRows<ReceiptRow>(db)`
    select ${statement} from receipt where ${isVisible(query)} order by at desc, id limit ${maxReceipts}`
}

/** The maximum length of the list. People change consents by hand, so hardly any appliance has so many receipts. */
const maxReceipts = 500

/** Finds a receipt by its id. Returns null if there is no such receipt or the person may not see it. */
export async function findReceipt(
  db: Queryable,
  { receiptId, ...wanted }: Wanted & { receiptId: string },
): Promise<(ReceiptRow & { jws: string }) | null> {
  return readFirstRow<ReceiptRow & { jws: string }>(db)`
    select ${statement}, coalesce(jws, '') as jws from receipt
    where id = ${receiptId} and ${isVisible(wanted)}`
}
