import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { normaliseSerial, serialNumber } from '#contract/claim.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type AuditAct, type Outcome, actOf, lineOf } from '#server/audit/record.ts'
import type { AuditTrail, BegunAct } from '#server/audit/trail.ts'
import { type Caller, callerOf } from './caller.ts'
import { toRefusal } from './problems.ts'
import { type RefusalKind, isClientsFault, statusOf } from './refusals.ts'

/** What the audit of requests needs. `personIdOf` answers the id of a person whose token was accepted. */
export type RequestAudit = {
  trail: AuditTrail
  personIdOf(caller: Pick<Caller, 'issuer' | 'subject'>): Promise<string>
}

/**
 * Endpoints that change nothing that lasts, in spite of their method: a page registers what it shows, as long as it is
 * open, and the client log is a record itself.
 */
const readings: ReadonlySet<Endpoint> = new Set<Endpoint>([api.subscribe, api.unsubscribe, api.writeClientLog])

/** Whether an endpoint changes something, or hands out a file with personal data: then each request leaves a record. */
export function isAct(endpoint: Endpoint): boolean {
  return (endpoint.method !== 'GET' || endpoint.answer === 'file') && !readings.has(endpoint)
}

/**
 * Whether a refusal leaves a record: each of an act; of a reading only that somebody may not, or asks too often. Who has no
 * valid token is nobody, and would fill the table: that is a line of the log.
 */
export function leavesRecord(endpoint: Endpoint, kind: RefusalKind): boolean {
  if (kind === 'unauthenticated' || !isClientsFault(statusOf(kind))) return false
  return isAct(endpoint) || refusalsOfReadings.includes(statusOf(kind))
}

const refusalsOfReadings = [statusOf('not-owner'), statusOf('too-many-requests')]

/** The endpoint's name in contract/api.ts. */
const names = new Map<Endpoint, string>(Object.entries(api).map(([name, endpoint]) => [endpoint, name]))

const repeats = new WeakSet<FastifyRequest>()

/** Notes for its record that a request was answered as the first time, and nothing was done. */
export function noteRepeat(request: FastifyRequest): void {
  repeats.add(request)
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The audit of one endpoint's requests. */
export type EndpointAudit = {
  /** Does what a request asks for, between the two halves of its record. */
  run<Result>(exchange: Exchange, act: () => Promise<Result>): Promise<Result>
  /** For Fastify's hook of the same name, which is called before a failure is answered. */
  onError(request: FastifyRequest, reply: FastifyReply, error: Error): Promise<void>
}

/**
 * Records each act and each refusal of an endpoint, in the table and in a line of the log. The record is written before the
 * act, so that no change is without one, and its outcome after it. Specification 19.51.
 */
export function auditOf(endpoint: Endpoint, { trail, personIdOf }: RequestAudit): EndpointAudit {
  const underWay = new WeakMap<FastifyRequest, BegunAct>()

  async function begin(request: FastifyRequest): Promise<void> {
    const caller = callerOf(request)
    const personId = caller ? await personIdOf(caller) : null
    underWay.set(request, await trail.begin(toAct(endpoint, request, personId)))
  }

  async function end(request: FastifyRequest, outcome: Outcome): Promise<void> {
    const begun = underWay.get(request)
    if (!begun) return
    underWay.delete(request)
    writeLine(request, begun.act, outcome)
    await completed(request, trail.end(begun, outcome))
  }

  async function refuse(request: FastifyRequest, kind: RefusalKind): Promise<void> {
    const caller = callerOf(request)
    if (!caller) {
      if (isAct(endpoint)) writeLine(request, toAct(endpoint, request, null), kind)
      return
    }
    if (!leavesRecord(endpoint, kind)) return
    const act = toAct(endpoint, request, await personIdOf(caller))
    writeLine(request, act, kind)
    await trail.refuse(act, kind)
  }

  return {
    async run({ request, reply }, act) {
      if (!isAct(endpoint)) return act()
      await begin(request)
      // Fastify's onResponse is not called for an answer that is broken off.
      const isFile = endpoint.answer === 'file'
      if (isFile) finished(reply.raw, () => void end(request, reply.raw.writableEnded ? 'done' : 'broken-off'))
      const result = await act()
      if (!isFile) await end(request, repeats.has(request) ? 'repeated' : 'done')
      return result
    },

    async onError(request, _reply, error) {
      const { kind } = toRefusal(error)
      if (underWay.has(request)) await end(request, kind)
      else await completed(request, refuse(request, kind))
    },
  }
}

/** What was done stays done, and is answered so, even if its outcome cannot be noted: then the record says `begun`. */
async function completed({ log }: FastifyRequest, writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    log.error({ err: error }, 'an audit record is not complete')
  }
}

/** Whatever the level of the log. It names the person by the provider's words too, as other lines do. */
function writeLine(request: FastifyRequest, act: AuditAct, outcome: Outcome): void {
  if (request.log.level === 'silent') return
  const caller = callerOf(request)
  const person = caller ? { issuer: caller.issuer, subject: caller.subject } : null
  request.log.child({}, { level: 'info' }).info({ audit: { ...lineOf({ ...act, outcome }), person } }, 'audit')
}

function toAct(endpoint: Endpoint, request: FastifyRequest, personId: string | null): AuditAct {
  const { gatewayId = null, ...details } = idsOf(endpoint, request)
  return actOf({
    actor: 'person',
    action: names.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    personId,
    session: request.server.sessionOf(request),
    gatewayId,
    serial: claimedSerial(request.body),
    details,
    requestId: request.id,
    address: request.ip,
  })
}

const id = z.uuid()

/** The ids in the path: that of the gateway, others by their names. What is no id may be a secret, and is not written. */
function idsOf({ path }: Endpoint, { params }: FastifyRequest): Record<string, string> {
  const given = Object.entries(params as Record<string, unknown>).flatMap(([name, value]) => {
    const known = id.safeParse(value)
    return known.success ? [[nameOf(path, name), known.data] as const] : []
  })
  return Object.fromEntries(given)
}

/** An appliance, a connection and its gateway have one id. */
function nameOf(path: string, name: string): string {
  const isGateway = name === 'applianceId' || (name === 'id' && path.startsWith('/api/2/connections/:id'))
  return isGateway ? 'gatewayId' : name
}

/** The serial number of a claim. What is none is not written: people type their codes into the wrong field. */
function claimedSerial(body: unknown): string | null {
  const serial = (body as { credentials?: { serial?: unknown } } | null | undefined)?.credentials?.serial
  if (typeof serial !== 'string' || !serialNumber.safeParse(serial).success) return null
  return normaliseSerial(serial)
}
