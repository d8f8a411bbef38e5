import type { Pool } from 'pg'
import type { GatewayStatus } from '#contract/appliance.ts'
import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import type { NoticeEvent } from '#contract/notices.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import type { GatewayCondition } from '#server/gateway-changes/condition-change-rows.ts'
import type { NoticeDecisionDependencies } from '#server/notices/decide-notices.ts'
import { storeGatewayCondition } from '#test/gateway-condition.ts'

/** The start time of the fixture's clock. */
export const fixtureStartMs = Date.parse('2026-03-15T12:00:00Z')

/** Functions that insert people, appliances and reports as the portal stores them, for tests of notices. */
export type NoticeFixture = {
  clock: { now: () => number; time: number }
  published: BusMessage[]
  dependencies: NoticeDecisionDependencies
  /** Inserts a person and returns the id. By default the person has a verified email address. */
  insertPerson(columns?: {
    email?: string | null
    isVerified?: boolean
    contactEmail?: string
    country?: string
  }): Promise<string>
  /**
   * Inserts a working gateway, and returns its id. The owner and the viewers (ids of people) have had access since a
   * minute before `noon`.
   */
  insertGateway(owner: string, viewers?: readonly string[]): Promise<string>
  /**
   * Gives a person access to a gateway. By default, the access begins at the current time of the clock and has the role
   * of a viewer.
   */
  giveAccess(person: string, gateway: string, times?: { addedAt: Date; ownerSince: Date | null }): Promise<void>
  /** Stores a status as the listener does after a report at the current time of the clock. */
  storeStatus(gateway: string, status: GatewayStatus, faultCode?: string | null): Promise<void>
  /** Returns the kinds of a person's notices, oldest first. */
  noticesOf(person: string): Promise<string[]>
  insertListeningPeriod(from: number, until: number): Promise<void>
}

let serials = 0

export function createNoticeFixture(pool: Pool): NoticeFixture {
  const clock = { time: fixtureStartMs, now: () => clock.time }
  const busMessages: BusMessage[] = []
  const bus = { publish: async (_: unknown, messages: readonly BusMessage[]) => void busMessages.push(...messages) }
  const noticeTimes = { errorMs: 2 * minuteMs, warningMs: dayMs, offlineMs: hourMs }
  const emergencies = new Set(sampleFaults.filter(({ emergency }) => emergency).map(({ code }) => code))
  const findEmergencies = async (): Promise<ReadonlySet<string>> => emergencies
  const dependencies = { pool, bus, clock, noticeTimes, channels: { mail: true, push: true }, findEmergencies }

  async function person({
    email = 'a@b.example',
    isVerified = true,
    contactEmail,
    country,
  }: Parameters<NoticeFixture['insertPerson']>[0] = {}) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into person (issuer, subject, email, email_verified, contact_email, country)
       values ('issuer', gen_random_uuid()::text, $1, $2, $3, $4) returning id`,
      [email, isVerified, contactEmail ?? null, country ?? null],
    )
    return rows[0]?.id ?? ''
  }

  async function hold(
    personId: string,
    gatewayId: string,
    { addedAt, ownerSince } = { addedAt: new Date(clock.time), ownerSince: null as Date | null },
  ): Promise<void> {
    await pool.query('insert into connection (person_id, gateway_id, added_at, owner_since) values ($1, $2, $3, $4)', [
      personId,
      gatewayId,
      addedAt,
      ownerSince,
    ])
  }

  async function gateway(owner: string, viewers: readonly string[] = []): Promise<string> {
    serials += 1
    const { rows } = await pool.query<{ id: string }>(
      `with made as (
         insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
         values ($1, 'rrc1', 'BOILER', 'cedar', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'))
         returning id)
       insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
       select id, 'WORKING', 'WORKING', $2, $2, 0 from made returning gateway_id as id`,
      [`notice-${serials}`, new Date(clock.time)],
    )
    const id = rows[0]?.id ?? ''
    const addedAt = new Date(fixtureStartMs - minuteMs)
    await hold(owner, id, { addedAt, ownerSince: addedAt })
    for (const viewer of viewers) await hold(viewer, id, { addedAt, ownerSince: null })
    return id
  }

  async function reports(gatewayId: string, status: GatewayStatus, faultCode: string | null = null): Promise<void> {
    const reported = status === 'OFFLINE' ? await lastReportOf(gatewayId) : { reported: status, faultCode }
    await storeGatewayCondition(pool, gatewayId, { status, ...reported, at: clock.time })
  }

  async function lastReportOf(gatewayId: string): Promise<Omit<GatewayCondition, 'status'>> {
    const { rows } = await pool.query<Omit<GatewayCondition, 'status'>>(
      'select reported, fault_code as "faultCode" from gateway_status where gateway_id = $1',
      [gatewayId],
    )
    if (!rows[0]) throw new Error('The gateway has no status row')
    return rows[0]
  }

  async function noticesOf(personId: string): Promise<string[]> {
    const { rows } = await pool.query<{ event: NoticeEvent }>(
      'select event from notice where person_id = $1 order by created_at, id',
      [personId],
    )
    return rows.map(({ event }) => event.kind)
  }

  async function listens(from: number, until: number): Promise<void> {
    await pool.query('insert into listener_beat (listener, began_at, until) values (gen_random_uuid(), $1, $2)', [
      new Date(from),
      new Date(until),
    ])
  }

  return {
    clock,
    published: busMessages,
    dependencies,
    insertPerson: person,
    insertGateway: gateway,
    giveAccess: hold,
    storeStatus: reports,
    noticesOf,
    insertListeningPeriod: listens,
  }
}
