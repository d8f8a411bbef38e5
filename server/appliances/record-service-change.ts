import type { Transaction } from '#server/database/transaction.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { readContractCompany } from '#server/service-changes/store.ts'
import { type ServiceChangeContext, type ServiceSettingsEvent, insertServiceEvent } from './store.ts'

/**
 * Records a person's change of the service settings, for exports and for the activity that the owner reads. The caller
 * passes the transaction of the change. If a new contract replaces a declined contract, the activity has only an entry
 * for the new contract.
 */
export async function recordServiceChange(
  transaction: Transaction,
  act: ServiceChangeContext,
  event: ServiceSettingsEvent,
): Promise<void> {
  await insertServiceEvent(transaction, act, event)
  const { gatewayId, personId, now } = act
  const acted = { actor: 'person', personId, gatewayId, now: now.getTime() } as const
  if (event.kind === 'contract-replaced') return
  if (!('contractId' in event)) return recordActivity(transaction, { ...acted, kind: event.kind, details: {} })
  const { permission, ...company } = await readContractCompany(transaction, event.contractId)
  const { kind } = event
  const change = kind === 'contract-added' ? { kind, details: { ...company, permission } } : { kind, details: company }
  await recordActivity(transaction, { ...acted, ...change })
}
