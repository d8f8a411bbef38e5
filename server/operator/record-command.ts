import { type AuditAct, createAuditAct, auditLogFieldsOf } from '#server/audit/audit-record.ts'
import { insertAuditRecord, insertAuditRecordBeforeAct, setAuditOutcome } from '#server/audit/store.ts'
import { systemClock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { OperatorCommand } from './main.ts'

type CommandAct = Pick<AuditAct, 'action'> & Partial<Pick<AuditAct, 'personId' | 'gatewayId' | 'serial' | 'details'>>

/**
 * Records a command in table `audit` and in a log line. Call this function in the transaction of the command's change.
 * Specification 19.51.
 */
export async function recordCommand(
  db: Queryable,
  { operator, record }: Pick<OperatorCommand, 'operator' | 'record'>,
  { outcome, ...act }: CommandAct & { outcome: string },
): Promise<void> {
  const auditEntry = { ...createAuditAct({ actor: 'operator', operator, ...act }), outcome }
  await insertAuditRecord(db, { ...auditEntry, at: new Date(systemClock.now()) })
  record(auditLogFieldsOf(auditEntry))
}

/**
 * Runs and records a command whose act has its own transactions. The record is inserted before the act (decision 066).
 * `act` returns the outcome, which is then added to the record.
 */
export async function runRecordedCommand<Outcome extends string>(
  db: Queryable,
  { operator, record }: Pick<OperatorCommand, 'operator' | 'record'>,
  { act, ...described }: CommandAct & { act(): Promise<Outcome> },
): Promise<Outcome> {
  const auditAct = createAuditAct({ actor: 'operator', operator, ...described })
  const id = await insertAuditRecordBeforeAct(db, { ...auditAct, outcome: 'begun', at: new Date(systemClock.now()) })
  const outcome = await act()
  await setAuditOutcome(db, { id, outcome })
  record(auditLogFieldsOf({ ...auditAct, outcome }))
  return outcome
}
