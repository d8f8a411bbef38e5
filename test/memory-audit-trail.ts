import type { AuditRecord } from '#server/audit/audit-record.ts'
import type { AuditTrail } from '#server/audit/audit-trail.ts'

/** Creates an audit trail in memory, for tests of routes without a database. */
export function createMemoryAuditTrail(): AuditTrail & { records: AuditRecord[] } {
  const records: AuditRecord[] = []
  return {
    records,
    begin: async (act) => ({ id: String(records.push({ ...act, outcome: 'begun' }) - 1), act }),
    end: async ({ id, act }, outcome) => void (records[Number(id)] = { ...act, outcome }),
    refuse: async (act, outcome) => void records.push({ ...act, outcome }),
  }
}
