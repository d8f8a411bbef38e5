import { type Statement, sql } from './sql.ts'

/**
 * The condition that the access of a row of `connection`, named `c` in the query, has not ended by `now` (epoch ms).
 * Each query of what a person may see has it: access ends at its moment, also if no job deletes the row. Specification
 * 6.5.
 */
export function accessInForce(now: number): Statement {
  return sql`(c.ends_at is null or c.ends_at > ${new Date(now)}::timestamptz)`
}
