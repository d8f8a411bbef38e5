import type { ApplianceAccess } from '#contract/access.ts'
import type { Takeover } from '#contract/takeover.ts'
import { insertTestNotices } from '#test/access/access-fixture.ts'
import type { createServiceFixture } from '#test/service-fixture.ts'
import { testSticker } from '#test/appliances.ts'
import { storeGatewayCondition } from '#test/gateway-condition.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { advanceOpenTakeovers } from '#server/appliances/access/takeover/advance-open-takeovers.ts'

type Fixture = Awaited<ReturnType<typeof createServiceFixture>>

const path = '/api/2/connections/takeovers'

/** Returns functions that call the API endpoints about takeovers, and functions that switch a gateway on and off. */
export function createTakeoverFixture({ database, time, bus, send }: Fixture) {
  const { pool } = database

  async function serialOf(id: string): Promise<string> {
    const { rows } = await pool.query<{ serial: string }>('select serial from gateway where id = $1', [id])
    return rows[0]?.serial ?? ''
  }

  /** Stores the status that the listener stores when the gateway connects or loses its connection. */
  async function switchTo(id: string, isOn: boolean): Promise<void> {
    const status = isOn ? 'ONLINE' : 'OFFLINE'
    await storeGatewayCondition(pool, id, { status, reported: 'ONLINE', faultCode: null, at: time.ms })
  }

  async function start(as: string, id: string, changes: { userPwd?: string } = {}) {
    const credentials = { serial: await serialOf(id), ...testSticker, ...changes }
    return send({ as, method: 'POST', url: path, body: { type: 'rrc1', credentials } })
  }

  async function read(as: string, takeoverId: string): Promise<Takeover> {
    return (await send({ as, url: `${path}/${takeoverId}` })).json<Takeover>()
  }

  /** Switches the gateway on, and starts a takeover of it. */
  async function begin(as: string, id: string): Promise<Takeover> {
    await switchTo(id, true)
    const answer = await start(as, id)
    if (answer.statusCode !== 201) throw new Error(`The takeover was answered ${answer.body}`)
    return answer.json<Takeover>()
  }

  /**
   * Advances the clock to the next step of the takeover. One second later, switches the gateway as that step requests.
   */
  async function obey(as: string, id: string, takeoverId: string): Promise<void> {
    const waiting = await read(as, takeoverId)
    time.ms = Date.parse(waiting.nextAt ?? '')
    const { step } = await read(as, takeoverId)
    time.ms += 1_000
    await switchTo(id, step === 'switch-on')
  }

  async function handle(recordNotices = insertTestNotices): Promise<number> {
    return advanceOpenTakeovers({
      pool,
      clock: { now: () => time.ms },
      bus,
      recordNotices,
      recordReceipt: createTestReceiptRecorder().record,
    })
  }

  /** Completes all steps of a takeover, and lets the role `jobs` record the proof. */
  async function prove(as: string, id: string): Promise<Takeover> {
    const { id: takeoverId } = await begin(as, id)
    for (let request = 0; request < 4; request += 1) await obey(as, id, takeoverId)
    await handle()
    return read(as, takeoverId)
  }

  return {
    path,
    serialOf,
    switchTo,
    start,
    read,
    begin,
    obey,
    prove,
    handle,
    cancel: async (as: string, takeoverId: string) => send({ as, method: 'DELETE', url: `${path}/${takeoverId}` }),
    answer: async (as: string, id: string, takeover: { id: string; agree: boolean }) =>
      send({
        as,
        method: 'POST',
        url: `/api/2/connections/${id}/access/takeovers/${takeover.id}`,
        body: { agree: takeover.agree },
      }),
    askedOf: async (as: string, id: string) =>
      (await send({ as, url: `/api/2/connections/${id}/access` })).json<ApplianceAccess>().takeover,
    /** Inserts an audit record of a sign-in of this person at the current time. */
    signIn: async (subject: string) =>
      pool.query(
        `insert into audit (at, actor, person_id, action, outcome)
         select $2, 'person', id, 'sign-in', 'done' from person where subject = $1`,
        [subject, new Date(time.ms)],
      ),
  }
}
