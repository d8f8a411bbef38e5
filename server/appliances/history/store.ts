import type { GatewayStatus } from '#contract/appliance.ts'
import type { FaultSeverity } from '#contract/faults.ts'
import type { History } from '#contract/history.ts'
import { readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { HistorySteps } from './history-steps.ts'

/** The gateway whose data is read, and the steps for which the values are computed. */
export type GatewayStepsQuery = { gatewayId: string; steps: HistorySteps }

/**
 * A status to draw in a chart of the history. If `isStep`, it is the status that lasted longest in a step; otherwise
 * it is the status of an exact period.
 */
export type DatedStatus = { status: GatewayStatus; from: Date; to: Date; isStep: boolean }

export type StatusHistory = { worked: History['worked']; drawn: DatedStatus[] }

type StatusRow = { seconds: number; starts: number } & ({ status: null } | DatedStatus)

/**
 * Reads the time with the status WORKING, the number of times at which it began, and the statuses to draw. If there are
 * more periods than steps, returns the status that lasted longest in each step; otherwise returns the periods.
 *
 * A burner that turns on and off all year causes a hundred thousand periods. So the database counts the periods in one
 * pass, and returns at most as many rows as steps.
 */
export async function readStatusHistory(
  transaction: Transaction,
  { gatewayId, steps: { begins, end } }: GatewayStepsQuery,
): Promise<StatusHistory> {
  const [begin = end] = begins
  const rows = await readRows<StatusRow>(transaction)`
    with run as not materialized (
      select status, before, greatest(at, ${begin}::timestamptz) as begins,
        coalesce(next, ${end}::timestamptz) as ends
      from (
        select status, at, lag(status) over changes as before, lead(at) over changes as next
        from status_change
        where gateway_id = ${gatewayId} and at < ${end}::timestamptz and at >= coalesce((
          select max(at) from status_change where gateway_id = ${gatewayId} and at <= ${begin}::timestamptz
        ), '-infinity')
        window changes as (order by at, id)
      ) as change
      where coalesce(next, ${end}::timestamptz) > greatest(at, ${begin}::timestamptz)
    ), begun as materialized (
      select status, step, count(*) as runs, sum(ends - begins) as lasted, min(begins) as began, max(ends) as ended,
        count(*) filter (where status = 'WORKING' and before <> 'WORKING') as starts
      from (select run.*, width_bucket(begins, ${begins}::timestamptz[]) as step from run) as stepped
      group by status, step
    ), summary as (
      select coalesce(sum(runs), 0) <= ${begins.length}::int as is_few, coalesce(sum(starts), 0)::int as starts,
        floor(0.5 + coalesce(sum(date_part('epoch', lasted)) filter (where status = 'WORKING'), 0)) as seconds
      from begun
    ), bounded as (
      select *, coalesce((${begins}::timestamptz[])[step + 1], ${end}::timestamptz) as step_ends from begun
    ), part as (
      select status, step, lasted - greatest(ended - step_ends, interval '0') as lasted, began from bounded
      union all
      select status, later, least(ended, coalesce((${begins}::timestamptz[])[later + 1], ended))
        - (${begins}::timestamptz[])[later], (${begins}::timestamptz[])[later]
      from bounded cross join lateral generate_series(
        step + 1, width_bucket(ended - interval '1 microsecond', ${begins}::timestamptz[])
      ) as later
      where ended > step_ends
    ), longest as (
      select distinct on (step) step, status
      from (select step, status, sum(lasted) as lasted, min(began) as began from part group by step, status) as lasted
      order by step, lasted desc, began
    ), drawn as (
      select status, date_trunc('milliseconds', begins) as begins, date_trunc('milliseconds', ends) as ends,
        false as is_step
      from run
      where (select is_few from summary) and date_trunc('milliseconds', ends) > date_trunc('milliseconds', begins)
      union all
      select status, (${begins}::timestamptz[])[step],
        coalesce((${begins}::timestamptz[])[step + 1], ${end}::timestamptz), true
      from longest where not (select is_few from summary)
    )
    select seconds, starts, status, drawn.begins as from, drawn.ends as to, is_step as "isStep"
    from summary left join drawn on true order by drawn.begins`
  const [first] = rows
  return {
    worked: { seconds: first?.seconds ?? 0, starts: first?.starts ?? 0 },
    drawn: rows.flatMap((row) => (row.status === null ? [] : [row])),
  }
}

export type DatedFault = { code: string | null; severity: FaultSeverity; from: Date; to: Date | null }

/**
 * Selects up to `limit` faults that began or lasted in the range from `from` to `to`. `since`: the time from which the
 * person may see faults.
 */
export type FaultHistoryQuery = { gatewayId: string; since: Date; from: Date; to: Date; limit: number }

/**
 * Returns the faults of the range, the newest first. If a fault began before `since`, the result says that it began at
 * `since`. Two successive records of the same fault count as one fault.
 */
export async function readFaultHistory(transaction: Transaction, faultQuery: FaultHistoryQuery): Promise<DatedFault[]> {
  const { gatewayId, since, from, to, limit } = faultQuery
  return readRows<DatedFault>(transaction)`
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
    order by at desc, id desc limit ${limit}`
}
