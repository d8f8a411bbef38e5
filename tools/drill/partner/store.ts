import { readRowsOfServer } from '../../cluster/store.ts'

/** An event of the log of third parties. The fields that a partner receives have the same names. */
export type ProgramEvent = { id: string; type: string; grantId: string }

/**
 * Inserts a grant of each of these gateways by its owner, as a consent would do. A consent for these gateways needs an
 * approved program, but only a program in the sandbox may have an endpoint on this machine. Returns the gateway of each
 * grant.
 */
export async function insertGrants(
  url: string,
  programId: string,
  gatewayIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await readRowsOfServer<{ id: string; gatewayId: string }>(
    url,
    `insert into partner_grant (client_id, gateway_id, person_id, authorization_id, datatypes, history_months, purpose,
       created_at, ends_at)
     select $1, gateway_id, person_id, 'drill', '{status,faults}', 0, 'maintenance', now(), now() + interval '1 day'
     from connection where owner_since is not null and gateway_id = any($2)
     returning id, gateway_id as "gatewayId"`,
    { values: [programId, gatewayIds] },
  )
  return new Map(rows.map(({ id, gatewayId }) => [id, gatewayId]))
}

/** Reads the events of a program, in the order of the log. */
export async function readLoggedEvents(url: string, programId: string): Promise<ProgramEvent[]> {
  const text = 'select id, type, grant_id as "grantId" from partner_event where client_id = $1 order by position'
  return readRowsOfServer<ProgramEvent>(url, text, { values: [programId] })
}
