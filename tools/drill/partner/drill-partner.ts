import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { retryUntilTimeout } from '../../cluster/retry-until-timeout.ts'
import { type CallApi, createApiCaller } from '../api-caller.ts'
import type { AcknowledgedStatuses } from '../appliance-faults.ts'
import { startDrillWorkers } from '../drill-workers.ts'
import type { Findings } from '../findings.ts'
import { acceptDrillTerms, expectDone, type FleetOwner } from '../fleet-owners.ts'
import { createPartnerTokens } from './partner-tokens.ts'
import { insertGrants, readLoggedEvents, type ProgramEvent } from './store.ts'

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
  /** Starts the program if it does not run yet. The release of the portal must have the partner API. */
  start(databaseUrl: string): Promise<void>
  /**
   * Ends a grant. Then describes the events that are not exactly once in the log and in the pages that the program
   * read, or not in its webhooks. Before the start it returns an empty list.
   */
  check(databaseUrl: string): Promise<string[]>
  /** Returns the number of events that the program read, and that came as webhooks. */
  counts(): { read: number; delivered: number }
  stop(): Promise<void>
}

const person = 'drill-developer'
const challengeTimeoutMs = 30_000
/** Long enough to restart a killed `jobs` process, which writes the log. */
const logTimeoutMs = 60_000
/** After the end of a grant a webhook is cut within a second. The rest is for the delay of this busy process. */
const maxCutDelayMs = 3_000

/** The ids of events. `readAt`: when the program read the event. */
type ReceivedEvents = { readAt: Map<string, number>; delivered: Set<string> }

export function createDrillPartner(options: PartnerOptions): DrillPartner {
  const received: ReceivedEvents = { readAt: new Map(), delivered: new Set() }
  let started: ReturnType<typeof startProgram> | null = null
  return {
    start: async (databaseUrl) => {
      started ??= startProgram(options, databaseUrl, received)
      await started
    },
    check: async (databaseUrl) => (await started)?.check(databaseUrl) ?? [],
    counts: () => ({ read: received.readAt.size, delivered: received.delivered.size }),
    stop: async () => (await started)?.stop(),
  }
}

/** Registers a program with a webhook endpoint, to which owners share their appliances, and makes it read the log. */
async function startProgram(
  options: PartnerOptions,
  databaseUrl: string,
  { readAt, delivered }: ReceivedEvents,
): Promise<Pick<DrillPartner, 'check' | 'stop'>> {
  const { call, owners, statuses, maxWebhookDelayMs, findings } = options
  const endedAt = new Map<string, number>()
  let cursor: string | null = null

  const hooks = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const message = JSON.parse(body) as { type: string; id: string; challenge?: string; data?: { grantId: string } }
      const { id, type, challenge, data } = message
      if (data) refuseAfterEnd({ id, type, grantId: data.grantId }, performance.now() - maxCutDelayMs)
      if (data) delivered.add(id)
      response.end(challenge)
    })
  })
  await new Promise<void>((resolve) => void hooks.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/`
  const { programId, callPartner } = await registerProgram(options, url)
  const before = new Map(statuses.settled)
  const gatewayOf = await insertGrants(
    databaseUrl,
    programId,
    [...before].flatMap(([gatewayId, { status }]) => (status === 'WORKING' ? [gatewayId] : [])),
  )
  // The appliances without a fault that began or ended while the grants were inserted.
  const watched = [...gatewayOf].filter(([, id]) => statuses.settled.get(id) === before.get(id))
  const faultsBefore = faultsOf(statuses)
  const open = [...gatewayOf.keys()]

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
    const [grantId] = open
    const owner = owners.find(({ gatewayId }) => gatewayId === gatewayOf.get(grantId ?? ''))
    if (grantId === undefined || !owner) return
    const path = `connections/${owner.gatewayId}/access/grants/${grantId}`
    await retryUntilTimeout(logTimeoutMs, async () => {
      const { kind } = await call({ person: owner.person, method: 'DELETE', path })
      if (kind === 'away' || kind === 'lost') throw new Error(`${owner.person} could not end a grant.`)
    })
    open.shift()
    endedAt.set(grantId, performance.now())
  }

  async function check(checkedUrl: string): Promise<string[]> {
    await endOneGrant()
    const giveUpAt = performance.now() + logTimeoutMs
    for (;;) {
      const wrong = await findWrong(checkedUrl)
      if (wrong.length === 0 || performance.now() > giveUpAt) return wrong
      await pause(1_000)
    }
  }

  async function findWrong(checkedUrl: string): Promise<string[]> {
    const settled = new Map(statuses.settled)
    const faults = faultsOf(statuses)
    const log = await readLoggedEvents(checkedUrl, programId)
    const wrong = watched.flatMap(([grantId, gatewayId]) => {
      const types = log.filter((event) => event.grantId === grantId).map(({ type }) => type)
      if (endedAt.has(grantId))
        return types.join() === 'grant.ended' ? [] : [`the grant ${grantId} ended, and the log has ${types.join(', ')}`]
      const status = settled.get(gatewayId)
      if (!open.includes(grantId) || !status || statuses.settled.get(gatewayId) !== status) return []
      const past = (faults.get(gatewayId) ?? 0) - (faultsBefore.get(gatewayId) ?? 0)
      const [began, ended] = ['began', 'ended'].map((word) => types.filter((type) => type.endsWith(`fault_${word}`)))
      if (ended?.length === past && began?.length === past + (status.status === 'ERROR' ? 1 : 0)) return []
      return [`${gatewayId} is ${status.status} after ${past} faults, and the log has ${types.join(', ')}`]
    })
    const positionOf = new Map(log.map(({ id }, index) => [id, index]))
    const positions = [...readAt.keys()].flatMap((id) => positionOf.get(id) ?? [])
    if (positions.some((index, number) => index !== number)) wrong.push('the partner did not read the log as it is')
    if (positions.length < log.length) wrong.push(`the partner has not read ${log.length - positions.length} events`)
    const late = log.filter(({ id }) => performance.now() - (readAt.get(id) ?? Infinity) > maxWebhookDelayMs)
    for (const { id, type } of late) if (!delivered.has(id)) wrong.push(`no webhook had ${type} ${id}`)
    return wrong
  }

  const reading = startDrillWorkers([{ everyMs: 1_000, next }])
  const stop = async (): Promise<void> => {
    await reading.stop()
    hooks.closeAllConnections()
    await new Promise((resolve) => void hooks.close(resolve))
  }
  return { check, stop }
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

/** Counts the faults of each appliance whose start was acknowledged and which ended or are ending. */
function faultsOf({ faults }: AcknowledgedStatuses): Map<string, number> {
  return new Map([...Map.groupBy(faults, ({ gatewayId }) => gatewayId)].map(([id, own]) => [id, own.length]))
}

type EventPage = { items: { id: string; type: string; data: { grantId: string } }[]; next: string | null }
