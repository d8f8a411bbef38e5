import { type Statement, sql } from './sql.ts'

/**
 * Returns the SQL condition that an access has not ended by `now` (epoch ms). The query must have the row of
 * `connection` under the name `c`. Each query that decides what a person may see needs this condition, because the row
 * may stay after the access has ended. Specification 6.5.
 */
export function accessInForceSql(now: number): Statement {
  return sql`(c.ends_at is null or c.ends_at > ${new Date(now)}::timestamptz)`
}
