import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { createWebhookSecrets } from '#server/partners/webhook-secrets.ts'
import { registryKey } from '#test/appliances.ts'

/**
 * Shares the gateways with a sandbox client of a third party, whose webhook endpoint at `url` gets all events of
 * these gateways.
 */
export async function shareWithWebhookClient(
  pool: Pool,
  { serials, url }: { serials: string[]; url: string },
): Promise<void> {
  const endpointId = randomUUID()
  const { sealed } = createWebhookSecrets(registryKey).create(endpointId)
  await pool.query(
    `with p as (
       insert into person (issuer, subject) values ('https://identity.example', 'owner') returning id
     ), k as (
       insert into partner_client (developer_id, name, contact_email, redirect_uris, state, terms_version, created_at)
       select id, 'Bench', 'bench@example.com', '{}', 'sandbox', '1', now() from p returning id
     ), c as (
       insert into connection (person_id, gateway_id, added_at, owner_since)
       select p.id, g.id, now(), now() from p, gateway g where g.serial = any ($1) returning person_id, gateway_id
     ), s as (
       insert into partner_grant (client_id, gateway_id, person_id, authorization_id, datatypes, history_months, purpose,
         created_at, ends_at)
       select k.id, c.gateway_id, c.person_id, 'bench', '{status,faults}', 0, 'maintenance', now(), now() + interval '1 day'
       from k, c
     )
     insert into partner_endpoint (id, client_id, url, state, secret, created_at)
     select $2, k.id, $3, 'ACTIVE', $4, now() from k`,
    [serials, endpointId, url, sealed],
  )
}
