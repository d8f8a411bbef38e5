import { type AuditAct, actOf, lineOf } from '#server/audit/record.ts'
import { insertRecord } from '#server/audit/store.ts'
import { systemClock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { OperatorCommand } from './main.ts'

type CommandAct = Pick<AuditAct, 'action'> & Partial<Pick<AuditAct, 'personId' | 'gatewayId' | 'serial' | 'details'>>

/**
 * Records a command in the audit table, in the same transaction as its change, and in a log line. Specification
 * 19.51.
 */
export async function recordCommand(
  db: Queryable,
  { operator, record }: Pick<OperatorCommand, 'operator' | 'record'>,
  { outcome, ...act }: CommandAct & { outcome: string },
): Promise<void> {
  const written = { ...actOf({ actor: 'operator', operator, ...act }), outcome }
  await insertRecord(db, { ...written, at: new Date(systemClock.now()) })
  record(lineOf(written))
}
