import type { GatewayStatus } from '#contract/appliance.ts'
import type { FaultSeverity } from '#contract/faults.ts'
import type { History } from '#contract/history.ts'
import { readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { HistorySteps } from './steps.ts'

/** The gateway and the steps of a range. */
export type HistoryPart = { gatewayId: string; steps: HistorySteps }

/** A drawn status. `isStep`: the longest status of a step; otherwise a run. */
export type DrawnStatus = { status: GatewayStatus; from: Date; to: Date; isStep: boolean }

export type Statuses = { worked: History['worked']; drawn: DrawnStatus[] }

type StatusRow = { seconds: number; starts: number } & ({ status: null } | DrawnStatus)

/**
 * How long the status was WORKING and how often that began, and what is drawn: the runs of a status or, if they are
 * more than the steps, the longest status of each step. A burner that turns on and off all year has a hundred
 * thousand runs; the database counts them, so that it never returns more rows than steps.
 */
export async function readStatuses(
  transaction: Transaction,
  { gatewayId, steps: { begins, end } }: HistoryPart,
): Promise<Statuses> {
  const [begin = end] = begins
  const rows = await readRows(
    transaction,
    sql<StatusRow>`
      with run as (
        select * from (
          select status, lag(status) over changes as before,
            greatest(date_trunc('milliseconds', at), ${begin}::timestamptz) as begins,
            coalesce(lead(date_trunc('milliseconds', at)) over changes, ${end}::timestamptz) as ends
          from status_change
          where gateway_id = ${gatewayId} and at < ${end}::timestamptz and at >= coalesce((
            select max(at) from status_change where gateway_id = ${gatewayId} and at <= ${begin}::timestamptz
          ), '-infinity')
          window changes as (order by at, id)
        ) as change where ends > begins
      ), summary as (
        select count(*) as runs,
          floor(0.5 + coalesce(sum(date_part('epoch', ends - begins)) filter (where status = 'WORKING'), 0)) as seconds,
          count(*) filter (where status = 'WORKING' and before <> 'WORKING')::int as starts
        from run
      ), stepped as (
        select status, begins, ends, width_bucket(begins, ${begins}::timestamptz[]) as first,
          width_bucket(ends - interval '1 microsecond', ${begins}::timestamptz[]) as last
        from run where (select runs from summary) > ${begins.length}::int
      ), part as (
        select status, first as step, begins, ends from stepped where first = last
        union all
        select status, step, greatest(begins, (${begins}::timestamptz[])[step]),
          least(ends, coalesce((${begins}::timestamptz[])[step + 1], ends))
        from stepped cross join lateral generate_series(first, last) as step
        where first < last
      ), longest as (
        select distinct on (step) step, status
        from (
          select step, status, sum(ends - begins) as lasted, min(begins) as began from part group by step, status
        ) as lasted
        order by step, lasted desc, began
      ), drawn as (
        select status, begins, ends, false as is_step from run
        where (select runs from summary) <= ${begins.length}::int
        union all
        select status, (${begins}::timestamptz[])[step],
          coalesce((${begins}::timestamptz[])[step + 1], ${end}::timestamptz), true
        from longest
      )
      select seconds, starts, status, drawn.begins as from, drawn.ends as to, is_step as "isStep"
      from summary left join drawn on true order by drawn.begins`,
  )
  const [first] = rows
  return {
    worked: { seconds: first?.seconds ?? 0, starts: first?.starts ?? 0 },
    drawn: rows.flatMap((row) => (row.status === null ? [] : [row])),
  }
}

export type LastingFault = { code: string | null; severity: FaultSeverity; from: Date; to: Date | null }

/** Faults that began in the range or lasted into it, within the person's own time from `since` on. */
export type FaultsWanted = { gatewayId: string; since: Date; from: Date; to: Date; limit: number }

/**
 * The newest first. A fault that began before `since` begins there. The same fault recorded twice in a row is one
 * fault.
 */
export async function readFaults(transaction: Transaction, wanted: FaultsWanted): Promise<LastingFault[]> {
  const { gatewayId, since, from, to, limit } = wanted
  return readRows(
    transaction,
    sql<LastingFault>`
      with recorded as (
        select id, at, code, severity, lag((code, severity)) over (order by at, id) as before
        from fault_change
        where gateway_id = ${gatewayId} and at >= coalesce((
          select max(at) from fault_change
          where gateway_id = ${gatewayId} and at <= ${from}::timestamptz and severity is null
        ), '-infinity')
      ), change as (
        select id, at, code, severity, lead(at) over (order by at, id) as ended
        from recorded where before is null or (code, severity) is distinct from before
      )
      select code, severity, greatest(at, ${since}::timestamptz) as from, ended as to
      from change
      where severity is not null and at < ${to}::timestamptz and (ended is null or ended > ${from}::timestamptz)
      order by at desc, id desc limit ${limit}`,
  )
}
