import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { serialNumber } from '#contract/claim.ts'
import { normaliseSerialNumber } from '#contract/serial-number.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type AuditAct, type AuditOutcome, createAuditAct, auditLogFieldsOf } from '#server/audit/audit-record.ts'
import type { AuditTrail, StartedAuditAct } from '#server/audit/audit-trail.ts'
import { type Caller, callerOf } from './caller.ts'
import { toRefusal } from './answer-failures.ts'
import { type RefusalKind, isClientErrorStatus, refusalStatusOf } from './refusals.ts'

/** The dependencies of the audit of requests. `personIdOf` returns the id of a person whose token was accepted. */
export type RequestAuditDependencies = {
  trail: AuditTrail
  personIdOf(caller: Pick<Caller, 'issuer' | 'subject'>): Promise<string>
}

/**
 * Endpoints that have no audit record although their method can change something. A subscription ends soon after the
 * person closes the last page, and the client log is itself a record.
 */
const readOnlyEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([api.subscribe, api.unsubscribe, api.writeClientLog])

/**
 * Returns whether an endpoint changes something, or returns a file with personal data. If so, each request to the
 * endpoint is recorded.
 */
export function isAuditedEndpoint(endpoint: Endpoint): boolean {
  return (endpoint.method !== 'GET' || endpoint.answer === 'file') && !readOnlyEndpoints.has(endpoint)
}

/**
 * Returns whether a refusal is recorded in the table. A refused act is recorded; a refused read only if the read was
 * forbidden or rate-limited. Other refusals are not recorded: those of requests without a valid token would fill the
 * table, and errors of the server are not refusals.
 */
export function isRefusalRecorded(endpoint: Endpoint, kind: RefusalKind): boolean {
  if (kind === 'unauthenticated' || !isClientErrorStatus(refusalStatusOf(kind))) return false
  return isAuditedEndpoint(endpoint) || recordedReadRefusals.includes(refusalStatusOf(kind))
}

const recordedReadRefusals = [refusalStatusOf('not-owner'), refusalStatusOf('too-many-requests')]

/** The names that the endpoints have in contract/api.ts. */
const names = new Map<Endpoint, string>(Object.entries(api).map(([name, endpoint]) => [endpoint, name]))

const repeatedRequests = new WeakSet<FastifyRequest>()

/** Marks a request that got the stored answer of an earlier request. Its audit record gets the outcome `repeated`. */
export function markAsRepeat(request: FastifyRequest): void {
  repeatedRequests.add(request)
}

function outcomeOf(request: FastifyRequest): AuditOutcome {
  return repeatedRequests.has(request) ? 'repeated' : 'done'
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The audit of the requests of one endpoint. */
export type EndpointAudit = {
  /** Runs the act of a request. Inserts a record before the act, and stores its outcome afterwards. */
  runRecorded<Result>(exchange: Exchange, act: () => Promise<Result>): Promise<Result>
  /** Records a refusal. Call this function in Fastify's hook `onError`, which runs before a failure is answered. */
  onError(request: FastifyRequest, reply: FastifyReply, error: Error): Promise<void>
}

/**
 * Creates the audit of an endpoint. It records each act, and some refusals, in the table `audit` and in a log line. A
 * refused act without a valid token only gets the log line.
 *
 * The record is inserted before the act, so that every change has a record; the outcome is added afterwards.
 * Specification 19.51.
 */
export function createEndpointAudit(
  endpoint: Endpoint,
  { trail, personIdOf }: RequestAuditDependencies,
): EndpointAudit {
  const underWay = new WeakMap<FastifyRequest, StartedAuditAct>()

  async function insertAct(request: FastifyRequest): Promise<void> {
    const caller = callerOf(request)
    const personId = caller ? await personIdOf(caller) : null
    underWay.set(request, await trail.begin(toAct(endpoint, request, personId)))
  }

  async function completeAct(request: FastifyRequest, outcome: AuditOutcome): Promise<void> {
    const begunAct = underWay.get(request)
    if (!begunAct) return
    underWay.delete(request)
    writeLine(request, begunAct.act, outcome)
    await ignoreFailure(request, trail.end(begunAct, outcome))
  }

  async function recordRefusal(request: FastifyRequest, kind: RefusalKind): Promise<void> {
    const caller = callerOf(request)
    if (!caller) {
      if (isAuditedEndpoint(endpoint)) writeLine(request, toAct(endpoint, request, null), kind)
      return
    }
    if (!isRefusalRecorded(endpoint, kind)) return
    const act = toAct(endpoint, request, await personIdOf(caller))
    writeLine(request, act, kind)
    await trail.refuse(act, kind)
  }

  return {
    async runRecorded({ request, reply }, act) {
      if (!isAuditedEndpoint(endpoint)) return act()
      await insertAct(request)
      // For a file, the act ends when the response ends or is aborted. Fastify does not call `onResponse` for an
      // aborted response, so `finished` is used.
      const isFile = endpoint.answer === 'file'
      if (isFile) finished(reply.raw, () => void completeAct(request, reply.raw.writableEnded ? 'done' : 'broken-off'))
      const result = await act()
      if (!isFile) await completeAct(request, outcomeOf(request))
      return result
    },

    async onError(request, _reply, error) {
      const { kind } = toRefusal(error)
      if (underWay.has(request)) await completeAct(request, kind)
      else await ignoreFailure(request, recordRefusal(request, kind))
    },
  }
}

/** Runs an act of a route outside of `/api/2`. Inserts a record before the act, and stores its outcome afterwards. */
export async function runAuditedAct<Result>(
  trail: AuditTrail,
  { request, act }: { request: FastifyRequest; act: AuditAct },
  work: () => Promise<Result>,
): Promise<Result> {
  const begunAct = await trail.begin(act)
  const end = async (outcome: AuditOutcome): Promise<void> => {
    writeLine(request, act, outcome)
    await ignoreFailure(request, trail.end(begunAct, outcome))
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

/**
 * If an outcome cannot be recorded, logs this failure. The act is completed and its response says so; the record keeps
 * the outcome `begun`.
 */
async function ignoreFailure({ log }: FastifyRequest, auditWrite: Promise<void>): Promise<void> {
  try {
    await auditWrite
  } catch (error) {
    log.error({ err: error }, 'an audit record is not complete')
  }
}

/**
 * Writes the audit line to the log, at every log level except `silent`. The line names the person by issuer and
 * subject, as other log lines do.
 */
function writeLine(request: FastifyRequest, act: AuditAct, outcome: AuditOutcome): void {
  if (request.log.level === 'silent') return
  const caller = callerOf(request)
  const person = caller ? { issuer: caller.issuer, subject: caller.subject } : null
  request.log
    .child({}, { level: 'info' })
    .info({ audit: { ...auditLogFieldsOf({ ...act, outcome }), person } }, 'audit')
}

function toAct(endpoint: Endpoint, request: FastifyRequest, personId: string | null): AuditAct {
  const { gatewayId = null, ...details } = idsOf(endpoint, request)
  return createAuditAct({
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
 * Returns the ids in the path, by the names of their parameters. The id of a gateway has the name `gatewayId`. Omits a
 * value that is not an id, because it may be a secret.
 */
function idsOf({ path }: Endpoint, { params }: FastifyRequest): Record<string, string> {
  const parameters = Object.entries(params as Record<string, unknown>).flatMap(([name, value]) => {
    const parsed = id.safeParse(value)
    return parsed.success ? [[nameOf(path, name), parsed.data] as const] : []
  })
  return Object.fromEntries(parameters)
}

/**
 * Returns the name under which an id is recorded. An appliance, a connection and a gateway have the same id, which is
 * recorded as `gatewayId`.
 */
function nameOf(path: string, name: string): string {
  const isGateway = name === 'applianceId' || (name === 'id' && path.startsWith('/api/2/connections/:id'))
  return isGateway ? 'gatewayId' : name
}

/**
 * Returns the serial number of a claim; null if it is invalid. An invalid number is not recorded, because people type
 * codes into the wrong field.
 */
function claimedSerial(body: unknown): string | null {
  const serial = (body as { credentials?: { serial?: unknown } } | null | undefined)?.credentials?.serial
  if (typeof serial !== 'string' || !serialNumber.safeParse(serial).success) return null
  return normaliseSerialNumber(serial)
}
