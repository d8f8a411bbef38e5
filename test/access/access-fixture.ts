import type { ApplianceAccess, PersonWithAccess } from '#contract/access.ts'
import type { createServiceFixture } from '#test/service-fixture.ts'
import type { AccessEventDependencies } from '#server/appliances/access/access-notice.ts'
import { handleAccessEvents } from '#server/appliances/access/handle-access-events.ts'

/** Inserts notices without delivering them. A notice that already exists is not inserted again. */
export const insertTestNotices: AccessEventDependencies['recordNotices'] = async (transaction, notices, now) => {
  for (const { personId, gatewayId, brand, event, dedupe } of notices) {
    await transaction.query({
      text: `insert into notice (person_id, gateway_id, brand, event, dedupe, in_portal, created_at)
        values ($1, $2, $3, $4, $5, true, $6) on conflict do nothing`,
      values: [personId, gatewayId, brand, event, dedupe, new Date(now)],
    })
  }
}

type Fixture = Awaited<ReturnType<typeof createServiceFixture>>

/** Returns functions that call the API endpoints about access, for tests that use the service fixture. */
export function createAccessFixture({ database, time, bus, send }: Fixture) {
  const pathOf = (id: string) => `/api/2/connections/${id}/access`

  async function accessOf(as: string, id: string): Promise<ApplianceAccess> {
    const answer = await send({ as, url: pathOf(id) })
    if (answer.statusCode !== 200) throw new Error(`The access was answered ${answer.statusCode}`)
    return answer.json<ApplianceAccess>()
  }

  /** Returns the entry of the person `as` in the appliance's list of people. */
  async function myself(as: string, id: string): Promise<PersonWithAccess> {
    const me = (await accessOf(as, id)).people.find(({ isMe }) => isMe)
    if (!me) throw new Error('The person has no entry')
    return me
  }

  async function tokenOf(as: string, id: string, body: object = { role: 'VIEWER' }): Promise<string> {
    const answer = await send({ as, method: 'POST', url: `${pathOf(id)}/invitations`, body })
    if (answer.statusCode !== 201) throw new Error(`The invitation was answered ${answer.statusCode}`)
    return answer.json<{ url: string }>().url.split('/').at(-1) ?? ''
  }

  const handoverOf = (id: string) => `/api/2/connections/${id}/handover`

  async function handoverToken(as: string, id: string, body: object = {}): Promise<string> {
    const answer = await send({ as, method: 'POST', url: handoverOf(id), body })
    if (answer.statusCode !== 201) throw new Error(`The hand-over was answered ${answer.statusCode}`)
    return answer.json<{ url: string }>().url.split('/').at(-1) ?? ''
  }

  /** Handles all due events, then returns the kinds of a person's notices, oldest first and then by kind. */
  async function noticesOf(subject: string): Promise<string[]> {
    const clock = { now: () => time.ms }
    await handleAccessEvents({ pool: database.pool, clock, bus, recordNotices: insertTestNotices })
    const { rows } = await database.pool.query<{ kind: string }>(
      `select event->>'kind' as kind from notice
       where person_id = (select id from person where subject = $1) order by created_at, event->>'kind'`,
      [subject],
    )
    return rows.map(({ kind }) => kind)
  }

  return {
    accessOf,
    myself,
    tokenOf,
    noticesOf,
    pathOf,
    change: async (as: string, id: string, who: { personRef: string; body: object }) =>
      send({ as, method: 'PATCH', url: `${pathOf(id)}/people/${who.personRef}`, body: who.body }),
    remove: async (as: string, id: string, personRef: string) =>
      send({ as, method: 'DELETE', url: `${pathOf(id)}/people/${personRef}` }),
    invite: async (as: string, id: string, body: object) =>
      send({ as, method: 'POST', url: `${pathOf(id)}/invitations`, body }),
    read: async (as: string, token: string) => send({ as, url: `/api/2/invitations/${token}` }),
    answer: async (as: string, token: string, answer: boolean | readonly string[] = true) =>
      send({ as, method: 'POST', url: `/api/2/invitations/${token}`, body: toAnswer(answer) }),
    handOver: async (as: string, id: string, body: object = {}) =>
      send({ as, method: 'POST', url: handoverOf(id), body }),
    handoverToken,
    readHandover: async (as: string, id: string) => send({ as, url: handoverOf(id) }),
    cancelHandover: async (as: string, id: string) => send({ as, method: 'DELETE', url: handoverOf(id) }),
  }
}

/**
 * Returns the body of an answer to an invitation or a hand-over. A boolean accepts or declines. A list accepts a
 * hand-over; its people keep their access under the new owner.
 */
function toAnswer(answer: boolean | readonly string[]): object {
  return typeof answer === 'boolean' ? { accept: answer } : { accept: true, keepPeople: answer }
}
