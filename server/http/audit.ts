import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { serialNumber } from '#contract/claim.ts'
import { normaliseSerial } from '#contract/serial-number.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type AuditAct, type Outcome, actOf, lineOf } from '#server/audit/record.ts'
import type { AuditTrail, BegunAct } from '#server/audit/trail.ts'
import { type Caller, callerOf } from './caller.ts'
import { toRefusal } from './problems.ts'
import { type RefusalKind, isClientsFault, statusOf } from './refusals.ts'

/** The dependencies of the request audit. `personIdOf` returns the id of a person whose token was accepted. */
export type RequestAudit = {
  trail: AuditTrail
  personIdOf(caller: Pick<Caller, 'issuer' | 'subject'>): Promise<string>
}

/**
 * Endpoints that change nothing durable, even if their method could: a page subscribes to what it shows while it is
 * open, and the client log is itself a record.
 */
const readOnlyEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([api.subscribe, api.unsubscribe, api.writeClientLog])

/** Whether an endpoint changes something, or returns a file with personal data: then each request leaves a record. */
export function isAct(endpoint: Endpoint): boolean {
  return (endpoint.method !== 'GET' || endpoint.answer === 'file') && !readOnlyEndpoints.has(endpoint)
}

/**
 * Whether a refusal leaves a record: for an act always; for a read only if it was forbidden or rate-limited. Requests
 * without a valid token would fill the table, so they only get a log line.
 */
export function leavesRecord(endpoint: Endpoint, kind: RefusalKind): boolean {
  if (kind === 'unauthenticated' || !isClientsFault(statusOf(kind))) return false
  return isAct(endpoint) || recordedReadRefusals.includes(statusOf(kind))
}

const recordedReadRefusals = [statusOf('not-owner'), statusOf('too-many-requests')]

/** The names of the endpoints in contract/api.ts. */
const names = new Map<Endpoint, string>(Object.entries(api).map(([name, endpoint]) => [endpoint, name]))

const repeatedRequests = new WeakSet<FastifyRequest>()

/** Marks a request as a repeat that got the first answer, for its record. */
export function markAsRepeat(request: FastifyRequest): void {
  repeatedRequests.add(request)
}

function outcomeOf(request: FastifyRequest): Outcome {
  return repeatedRequests.has(request) ? 'repeated' : 'done'
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Audits the requests of one endpoint. */
export type EndpointAudit = {
  /** Runs the act, and records it before and after. */
  run<Result>(exchange: Exchange, act: () => Promise<Result>): Promise<Result>
  /** For Fastify's hook of the same name, which runs before a failure is answered. */
  onError(request: FastifyRequest, reply: FastifyReply, error: Error): Promise<void>
}

/**
 * Records each act and each refusal of an endpoint, in the table and in a log line. The record is written before the
 * act, so that no change lacks one, and its outcome after it. Specification 19.51.
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
    await ignoreFailure(request, trail.end(begun, outcome))
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
      // Records a file when the response ends or is aborted; Fastify does not call onResponse for an aborted response.
      const isFile = endpoint.answer === 'file'
      if (isFile) finished(reply.raw, () => void end(request, reply.raw.writableEnded ? 'done' : 'broken-off'))
      const result = await act()
      if (!isFile) await end(request, outcomeOf(request))
      return result
    },

    async onError(request, _reply, error) {
      const { kind } = toRefusal(error)
      if (underWay.has(request)) await end(request, kind)
      else await ignoreFailure(request, refuse(request, kind))
    },
  }
}

/** Runs an act outside of `/api/2`, and records it before and after. */
export async function recordAct<Result>(
  trail: AuditTrail,
  { request, act }: { request: FastifyRequest; act: AuditAct },
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = await trail.begin(act)
  const end = async (outcome: Outcome): Promise<void> => {
    writeLine(request, act, outcome)
    await ignoreFailure(request, trail.end(begun, outcome))
  }
  try {
    const result = await work()
    await end(outcomeOf(request))
    return result
  } catch (error) {
    await end(toRefusal(error as Error).kind)
    throw error
  }
}

/** A completed act is answered as done, even if its outcome cannot be recorded: the record then stays `begun`. */
async function ignoreFailure({ log }: FastifyRequest, writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    log.error({ err: error }, 'an audit record is not complete')
  }
}

/** Writes the line at every log level. Like other lines, it has the provider's subject of the person. */
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

/**
 * The ids in the path: the gateway's separately, others by their parameter names. A value that is not an id may be a
 * secret, so it is not written.
 */
function idsOf({ path }: Endpoint, { params }: FastifyRequest): Record<string, string> {
  const parameters = Object.entries(params as Record<string, unknown>).flatMap(([name, value]) => {
    const parsed = id.safeParse(value)
    return parsed.success ? [[nameOf(path, name), parsed.data] as const] : []
  })
  return Object.fromEntries(parameters)
}

/** Names the id of an appliance, a connection or a gateway alike, because they share one id. */
function nameOf(path: string, name: string): string {
  const isGateway = name === 'applianceId' || (name === 'id' && path.startsWith('/api/2/connections/:id'))
  return isGateway ? 'gatewayId' : name
}

/** The serial number of a claim. An invalid one is not written, because people type their codes into the wrong field. */
function claimedSerial(body: unknown): string | null {
  const serial = (body as { credentials?: { serial?: unknown } } | null | undefined)?.credentials?.serial
  if (typeof serial !== 'string' || !serialNumber.safeParse(serial).success) return null
  return normaliseSerial(serial)
}
