import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { normaliseSerial, serialNumber } from '#contract/claim.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller } from './caller.ts'
import type { RefusalKind } from './refusals.ts'

/** What is written down of who did it: all that gives, takes or shares an appliance or its data. Specification 19.51. */
const actions: ReadonlyMap<Endpoint, string> = new Map<Endpoint, string>([
  [api.addConnection, 'claim'],
  [api.deleteConnection, 'removal'],
  [api.addContract, 'contract-add'],
  [api.endContract, 'contract-end'],
  [api.renewConsent, 'consent-renewal'],
  [api.requestDataExport, 'export-request'],
  [api.downloadDataExport, 'export-download'],
])

const refusals = new WeakMap<FastifyRequest, RefusalKind>()

/** Keeps why a request was refused for its audit line. */
export function noteRefusal(request: FastifyRequest, kind: RefusalKind): void {
  refusals.set(request, kind)
}

const repeats = new WeakSet<FastifyRequest>()

/** Notes for its audit line that a request was answered as the first time, and nothing was done. */
export function noteRepeat(request: FastifyRequest): void {
  repeats.add(request)
}

export function leavesAuditLine(endpoint: Endpoint): boolean {
  return actions.has(endpoint)
}

/**
 * Writes the audit line of a request that has been answered, to an endpoint that leaves one:
 * `{audit: {action, person, gateway, outcome, …}}`, in a record that names the request. `person` is null where no valid
 * token came; `gateway` is its id, of a claim its serial number; `outcome` is `done`, `broken-off`, or the kind of the
 * refusal. `repeated` is true where a request was answered as the first time. It holds no secret, and is written whatever the log's level. Specification 19.51.
 */
export function writeAudit(endpoint: Endpoint, { request, reply }: Answered, caller: Caller | undefined): void {
  const action = actions.get(endpoint)
  if (action === undefined || request.log.level === 'silent') return
  const { applianceId, gatewayId, id, companyId, fileId } = request.params as Record<string, string | undefined>
  const audit = {
    action,
    person: caller ? { issuer: caller.issuer, subject: caller.subject } : null,
    gateway: applianceId ?? gatewayId ?? id ?? claimedSerial(request.body),
    outcome: refusals.get(request) ?? (reply.raw.writableEnded ? 'done' : 'broken-off'),
    address: request.ip,
    ...(repeats.has(request) && { repeated: true }),
    ...(companyId !== undefined && { company: companyId }),
    ...(fileId !== undefined && { file: fileId }),
  }
  request.log.child({}, { level: 'info' }).info({ audit }, 'audit')
}

type Answered = { request: FastifyRequest; reply: FastifyReply }

/** The serial number of a claim. What is none is not written: people type their codes into the wrong field. */
function claimedSerial(body: unknown): string | null {
  const serial = (body as { credentials?: { serial?: unknown } } | null | undefined)?.credentials?.serial
  if (typeof serial !== 'string' || !serialNumber.safeParse(serial).success) return null
  return normaliseSerial(serial)
}
