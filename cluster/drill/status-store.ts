import { ask } from './store.ts'
import type { LastedFault } from './faulting.ts'

type KeptStatus = { reported: string; code: string | null }

/** What the portal keeps as the status that each gateway reported. */
export async function statusesOf(url: string, gatewayIds: readonly string[]): Promise<Map<string, KeptStatus>> {
  return ask(url, async (client) => {
    const { rows } = await client.query<KeptStatus & { gateway_id: string }>(
      'select gateway_id, reported, fault_code as code from gateway_status where gateway_id = any($1)',
      [gatewayIds],
    )
    return new Map(rows.map(({ gateway_id: id, reported, code }) => [id, { reported, code }]))
  })
}

/** How many notifications there are of the begin and of the end of each fault, in the order of `faults`. */
export async function noticesOf(
  url: string,
  faults: readonly LastedFault[],
): Promise<{ began: number; ended: number }[]> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ began: number; ended: number }>(
      `select count(n.id) filter (where n.event->>'kind' = 'fault-began')::int as began,
         count(n.id) filter (where n.event->>'kind' = 'fault-ended')::int as ended
       from unnest($1::uuid[], $2::text[]) with ordinality as f (gateway_id, code, number)
       left join notice n on n.gateway_id = f.gateway_id and n.event->>'code' = f.code
       group by f.number order by f.number`,
      [faults.map(({ gatewayId }) => gatewayId), faults.map(({ code }) => code)],
    )
    return rows
  })
}

/** Those of the late hours, as `serial hour`, that have no rollup. `hour` in epoch milliseconds. */
export async function missingHours(url: string, hours: readonly { serial: string; hour: number }[]): Promise<string[]> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ serial: string; hour: string }>(
      `select l.serial, l.hour from unnest($1::text[], $2::bigint[]) as l (serial, hour)
       join gateway g on g.serial = l.serial
       where not exists (select from telemetry_hour h where h.gateway_id = g.id and h.datapoint = 'hc1.roomTemperature'
         and h.hour = to_timestamp(l.hour / 1000.0) and h.count > 0)`,
      [hours.map(({ serial }) => serial), hours.map(({ hour }) => hour)],
    )
    return rows.map(({ serial, hour }) => `the hour ${new Date(Number(hour)).toISOString()} of ${serial} has no rollup`)
  })
}
