import { startWebhookServer } from '#test/partners/webhook-server.ts'
import { retryUntilTimeout } from '../../cluster/retry-until-timeout.ts'
import { type CallApi, createApiCaller } from '../api-caller.ts'
import type { AcknowledgedStatuses } from '../appliance-faults.ts'
import { startDrillWorkers } from '../drill-workers.ts'
import type { Findings } from '../findings.ts'
import { acceptDrillTerms, expectDone, type FleetOwner } from '../fleet-owners.ts'
import { findLastingProblems } from '../lasting-problems.ts'
import { createPartnerTokens } from './partner-tokens.ts'
import { insertGrants, readLoggedEvents, type ProgramEvent } from './store.ts'
import { describeWrongEvents, type WatchedGrant } from './wrong-events.ts'

type PartnerOptions = {
  portalUrl: string
  call: CallApi
  owners: readonly FleetOwner[]
  statuses: AcknowledgedStatuses
  maxWebhookDelayMs: number
  findings: Findings
}

/** A third party, whose program reads the event log by its cursor and gets webhooks. */
export type DrillPartner = {
  /** Starts the program. @throws Error if nothing can be watched */
  start(databaseUrl: string): Promise<void>
  /** Ends one of the watched grants, but never the last. Does nothing before the start. */
  endOneGrant(): Promise<void>
  /** Describes the events that are not exactly once in the log and in the pages that the program read. */
  check(databaseUrl: string): Promise<string[]>
  /**
   * Waits until a watched appliance has had a fault, and until each event of the log came as a webhook. Describes what
   * is missing then, because a check of no events would prove nothing.
   */
  checkDeliveries(databaseUrl: string): Promise<string[]>
  /** Returns the number of events that the program read, and that came as webhooks. */
  counts(): { read: number; delivered: number }
  stop(): Promise<void>
}

const person = 'drill-developer'
const challengeTimeoutMs = 30_000
const statusesTimeoutMs = 30_000
/** Long enough to restart a killed `jobs` process, which writes the log. */
const logTimeoutMs = 60_000
/** Longer than any fault during which the portal cannot end a grant. */
const endTimeoutMs = 120_000
/** After the end of a grant a webhook is cut within a second. The rest is for the delay of this busy process. */
const maxCutDelayMs = 3_000

/** The ids of events. `readAt`: when the program read the event. */
type ReceivedEvents = { readAt: Map<string, number>; delivered: Set<string> }

type RunningProgram = Pick<DrillPartner, 'endOneGrant' | 'check' | 'checkDeliveries' | 'stop'>

export function createDrillPartner(options: PartnerOptions): DrillPartner {
  const received: ReceivedEvents = { readAt: new Map(), delivered: new Set() }
  let program: RunningProgram | undefined
  return {
    start: async (databaseUrl) => void (program = await startProgram(options, databaseUrl, received)),
    endOneGrant: async () => program?.endOneGrant(),
    check: async (databaseUrl) => program?.check(databaseUrl) ?? [notStarted],
    checkDeliveries: async (databaseUrl) => program?.checkDeliveries(databaseUrl) ?? [notStarted],
    counts: () => ({ read: received.readAt.size, delivered: received.delivered.size }),
    stop: async () => program?.stop(),
  }
}

const notStarted = 'the program of the partner does not run'

/** Registers a program with a webhook endpoint, to which owners share their appliances, and makes it read the log. */
async function startProgram(
  options: PartnerOptions,
  databaseUrl: string,
  { readAt, delivered }: ReceivedEvents,
): Promise<RunningProgram> {
  const { call, owners, statuses, maxWebhookDelayMs, findings } = options
  const endedAt = new Map<string, number>()
  let cursor: string | null = null

  const hooks = await startWebhookServer()
  hooks.answers.set('/', ({ body }, response) => {
    const { id, type, data } = JSON.parse(body) as { type: string; id: string; data?: { grantId: string } }
    if (data) refuseAfterEnd({ id, type, grantId: data.grantId }, performance.now() - maxCutDelayMs)
    if (data) delivered.add(id)
    response.end()
  })
  const { programId, callPartner } = await registerProgram(options, hooks.url('/'))
  const before = await retryUntilTimeout(statusesTimeoutMs, async () => {
    if (statuses.settled.size < owners.length / 2) throw new Error('Most appliances have no acknowledged status.')
    return new Map(statuses.settled)
  })
  const gatewayOf = await insertGrants(
    databaseUrl,
    programId,
    [...before].flatMap(([gatewayId, { status }]) => (status === 'WORKING' ? [gatewayId] : [])),
  )
  // The appliances without a fault that began or ended while the grants were inserted.
  const watched = [...gatewayOf].filter(([, id]) => statuses.settled.get(id) === before.get(id))
  if (watched.length === 0) throw new Error('The partner watches no appliance.')
  const faultsBefore = new Map(watched.map(([, gatewayId]) => [gatewayId, countFaults(statuses, gatewayId)]))
  const open = watched.map(([grantId]) => grantId)

  function refuseAfterEnd({ id, type, grantId }: ProgramEvent, sentAt: number): void {
    if (type === 'grant.ended' || sentAt < (endedAt.get(grantId) ?? Infinity)) return
    findings.addBrokenInvariant(`the partner got ${type} ${id} after the end of its grant`)
  }

  async function next(): Promise<boolean> {
    const at = performance.now()
    const after = cursor === null ? '' : `&after=${cursor}`
    const answer = await callPartner({ person, method: 'GET', path: `events?all=true&limit=100${after}` })
    if (answer.kind !== 'done') return false
    const { items, next: following } = JSON.parse(answer.body.toString()) as EventPage
    for (const { id, type, data } of items) {
      if (readAt.has(id)) findings.addBrokenInvariant(`the partner read the event ${id} twice`)
      refuseAfterEnd({ id, type, grantId: data.grantId }, at)
      readAt.set(id, performance.now())
    }
    cursor = following
    return true
  }

  async function endOneGrant(): Promise<void> {
    if (open.length < 2) return
    // The last one, because the appliances have their faults in this order.
    const grantId = open.pop() ?? ''
    const gatewayId = gatewayOf.get(grantId)
    const owner = owners.find((one) => one.gatewayId === gatewayId)
    if (!owner) throw new Error(`The grant ${grantId} has no owner.`)
    const path = `connections/${gatewayId}/access/grants/${grantId}`
    await retryUntilTimeout(endTimeoutMs, async () => {
      const { kind } = await call({ person: owner.person, method: 'DELETE', path })
      if (kind === 'away' || kind === 'lost') throw new Error(`${owner.person} could not end a grant.`)
    })
    endedAt.set(grantId, performance.now())
  }

  const check = async (checkedUrl: string): Promise<string[]> =>
    findLastingProblems(logTimeoutMs, async () =>
      findWrongEvents(checkedUrl, (id) => performance.now() - (readAt.get(id) ?? Infinity) > maxWebhookDelayMs),
    )

  const checkDeliveries = async (checkedUrl: string): Promise<string[]> =>
    findLastingProblems(maxWebhookDelayMs, async () => {
      const isFaultOver = watched.some(
        ([grantId, id]) => open.includes(grantId) && pastFaultsOf(id) > 0 && statuses.settled.has(id),
      )
      const wrong = await findWrongEvents(checkedUrl, () => true)
      if (!isFaultOver) wrong.push('no appliance that the partner watches had a fault')
      if (delivered.size === 0) wrong.push('the partner got no webhook of an event')
      return wrong
    })

  function pastFaultsOf(gatewayId: string): number {
    return countFaults(statuses, gatewayId) - (faultsBefore.get(gatewayId) ?? 0)
  }

  async function findWrongEvents(checkedUrl: string, isWebhookDue: (id: string) => boolean): Promise<string[]> {
    const settled = new Map(statuses.settled)
    const past = new Map(watched.map(([, gatewayId]) => [gatewayId, pastFaultsOf(gatewayId)]))
    const log = await readLoggedEvents(checkedUrl, programId)
    const grants = watched.flatMap(([grantId, gatewayId]): WatchedGrant[] => {
      const isEnded = endedAt.has(grantId)
      const status = settled.get(gatewayId)
      // The events of a grant that is being ended, or of an appliance whose status changes, are not certain.
      const isCertain = open.includes(grantId) && status && statuses.settled.get(gatewayId) === status
      if (!isEnded && !isCertain) return []
      const faults = past.get(gatewayId) ?? 0
      return [{ grantId, gatewayId, isEnded, faults, hasFault: status?.status === 'ERROR' }]
    })
    return describeWrongEvents(log, grants, { read: [...readAt.keys()], delivered, isWebhookDue })
  }

  const reading = startDrillWorkers([{ everyMs: 1_000, next }])
  const stop = async (): Promise<void> => {
    await reading.stop()
    await hooks.close()
  }
  return { endOneGrant, check, checkDeliveries, stop }
}

/** Registers a program by the API, and adds an endpoint with this URL, which must answer the challenge. */
async function registerProgram({ portalUrl, call, findings }: PartnerOptions, url: string) {
  await acceptDrillTerms(call, person)
  const { program, clientSecret } = await expectDone<{ program: { id: string }; clientSecret: string }>(call, {
    person,
    method: 'POST',
    path: 'programs',
    body: {
      name: 'Drill',
      contactEmail: 'drill@example.com',
      clientType: 'confidential',
      redirectUris: [],
      acceptedTerms: '1',
      isGatekeeper: false,
    },
  })
  const tokens = createPartnerTokens(portalUrl, program.id, clientSecret)
  const callPartner = createApiCaller({ url: `${portalUrl}/partner/1`, tokens, findings })
  const added = { person, method: 'POST', path: 'endpoints', body: { url } } as const
  const { id } = await expectDone<{ id: string }>(callPartner, added)
  await retryUntilTimeout(challengeTimeoutMs, async () => {
    const path = `endpoints/${id}`
    const { state } = await expectDone<{ state: string }>(callPartner, { person, method: 'GET', path })
    if (state !== 'ACTIVE') throw new Error('The endpoint of the partner is not active.')
  })
  return { programId: program.id, callPartner }
}

/** Counts the faults of an appliance whose start was acknowledged and which ended or are ending. */
function countFaults({ faults }: AcknowledgedStatuses, gatewayId: string): number {
  return faults.filter((fault) => fault.gatewayId === gatewayId).length
}

type EventPage = { items: { id: string; type: string; data: { grantId: string } }[]; next: string | null }
