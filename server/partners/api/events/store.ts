import { type Queryable, readRows, sql } from '#server/database/sql.ts'
import type { LoggedEvent } from '../../to-partner-event.ts'
import { closedClientCondition, grantInForceCondition } from '../../store.ts'

/**
 * The events that a token may read: the events of the grants of one authorization, or all events of a client. `key`:
 * the id of the authorization or of the client.
 */
export type EventLogSource = { kind: 'authorization' | 'client'; key: string }

/** A reader of the event log, who has read the events up to `position`. */
export type EventLogReader = EventLogSource & { position: string }

export type EventLogRow = LoggedEvent & { reader: number; position: string }

/**
 * Reads the next events after the position of each reader, at most `limit` for each reader. `reader` of a row is the
 * reader's index. If a grant is not in force, only the event about its end is returned. `now`: epoch ms.
 */
export async function readEventLog(
  db: Queryable,
  { readers, now, limit }: { readers: readonly EventLogReader[]; now: number; limit: number },
): Promise<EventLogRow[]> {
  return readRows<EventLogRow>(db)`
    select r.reader::int - 1 as reader, e.position, e.id, e.type, e.at, e.client_id as "clientId", e.grant_id as "grantId",
      e.appliance_id as "applianceId", e.endpoint_id as "endpointId"
    from unnest(
      ${readers.map(({ kind, key }) => (kind === 'authorization' ? key : null))}::text[],
      ${readers.map(({ kind, key }) => (kind === 'client' ? key : null))}::uuid[],
      ${readers.map(({ position }) => position)}::bigint[]
    ) with ordinality as r (authorization_id, client_id, position, reader),
    lateral (
      select * from (
        (select * from partner_event e
          where e.authorization_id = r.authorization_id and e.position > r.position and ${isReadable(now)}
          order by e.position limit ${limit})
        union all
        (select * from partner_event e
          where e.client_id = r.client_id and e.position > r.position and ${isReadable(now)}
          order by e.position limit ${limit})
      ) as e
    ) as e
    order by r.reader, e.position`
}

function isReadable(now: number) {
  return sql`(
    e.grant_id is null or e.type = 'grant.ended'
    or exists (select from partner_grant s where s.id = e.grant_id and ${grantInForceCondition(now)})
  )`
}

/**
 * Returns which of these sources may still be read: authorizations with a grant in force, and clients that are neither
 * refused nor suspended. Each source is returned as a text of its kind and key, separated by a space. `now`: epoch ms.
 */
export async function readActiveEventLogSources(
  db: Queryable,
  sources: readonly EventLogSource[],
  now: number,
): Promise<Set<string>> {
  const keysOf = (kind: EventLogSource['kind']) => sources.flatMap((one) => (one.kind === kind ? [one.key] : []))
  const rows = await readRows<{ source: string }>(db)`
    select 'authorization ' || s.authorization_id as source from partner_grant s
    where s.authorization_id = any (${keysOf('authorization')}) and ${grantInForceCondition(now)}
    union
    select 'client ' || k.id from partner_client k
    where k.id = any (${keysOf('client')}::uuid[]) and not ${closedClientCondition}`
  return new Set(rows.map(({ source }) => source))
}
