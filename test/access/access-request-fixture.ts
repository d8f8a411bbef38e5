import type { createServiceFixture } from '#test/service-fixture.ts'

type Fixture = Awaited<ReturnType<typeof createServiceFixture>>

/**
 * Returns functions for tests of access requests. `ask` inserts the request of a person who has the codes.
 * `accepting` and `declining` return the HTTP call by which the owner answers it.
 */
export function createAccessRequestFixture({ database: { pool }, time }: Fixture) {
  async function answering(id: string, accept: boolean) {
    const { rows } = await pool.query<{ id: string }>('select id from access_request where gateway_id = $1', [id])
    const url = `/api/2/connections/${id}/access/requests/${rows[0]?.id}`
    return { method: 'POST', url, body: { accept } } as const
  }

  return {
    ask: async ({ id }: { id: string }): Promise<void> => {
      await pool.query(
        `with asker as (insert into person (issuer, subject) values ('https://i.example', $1) returning id)
         insert into access_request (gateway_id, person_id, created_at, expires_at)
         select $2, id, $3, $3::timestamptz + interval '30 days' from asker`,
        [`asker of ${id}`, id, new Date(time.ms)],
      )
    },
    accepting: async ({ id }: { id: string }) => answering(id, true),
    declining: async ({ id }: { id: string }) => answering(id, false),
  }
}
