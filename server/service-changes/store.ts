import type { ContractPermission } from '#contract/provider.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import { execute, readRequiredRow } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * A change of the service settings of an appliance. `personId`: the only person who sees the change. If absent,
 * everybody with access to the appliance sees the change.
 */
export type ServiceChange = { gatewayId: string; personId?: string }

/**
 * Increases `seq` of the connections that see a change. Locks the connections of the appliance in the order of
 * `person_id`, so that two changes of one appliance cannot deadlock.
 */
export async function increaseServiceSeq(
  transaction: Transaction,
  { gatewayId, personId: only }: ServiceChange,
): Promise<void> {
  const personId = only ?? null
  await execute(transaction)`
    with seen as (
      select person_id from connection
      where gateway_id = ${gatewayId} and (${personId}::uuid is null or person_id = ${personId})
      order by person_id for no key update
    )
    update connection c set seq = c.seq + 1 from seen
    where c.gateway_id = ${gatewayId} and c.person_id = seen.person_id`
}

/** The company of a contract, with the contract's permission. */
export type ContractCompany = { company: string; companyType: CompanyType; permission: ContractPermission }

export async function readContractCompany(transaction: Transaction, contractId: string): Promise<ContractCompany> {
  return readRequiredRow<ContractCompany>(transaction)`
    select coalesce(o.name, s.url) as company, k.company_type as "companyType", k.permission
    from contract k
    left join company o on o.id = k.company_id left join support_company s on s.id = k.support_company_id
    where k.id = ${contractId}`
}
