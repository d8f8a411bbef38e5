import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { partnerApi } from '#contract/partner-api.ts'
import type { PartnerEvent } from '#contract/partner-events.ts'
import { requestIdHeader } from '#contract/event-bus.ts'
import { Refusal } from '#server/http/refusals.ts'
import { type PartnerEventDependencies, toPartnerEvent } from '../../to-partner-event.ts'
import type { PartnerEndpointAdder } from '../partner-endpoint-adder.ts'
import type { PartnerWithGrants, PartnerWithClientToken } from '../authenticate-partner.ts'
import type { EventCursors } from './event-cursors.ts'
import { type EventLogReader, type EventLogRow, type EventLogSource, readEventLog } from './store.ts'
import { createEventStreams } from './event-streams.ts'
import type { Services } from '#server/services.ts'

export type EventRouteDependencies = PartnerEventDependencies &
  Pick<Services, 'pool' | 'clock'> & { cursors: EventCursors }

const beginning = '0'

/** Adds the endpoint of the event log, which answers pages or server-sent events. Specification 27.6. */
export function addEventRoutes(
  app: FastifyInstance,
  add: PartnerEndpointAdder,
  dependencies: EventRouteDependencies,
): void {
  const { pool, clock, cursors } = dependencies
  const streams = createEventStreams({ pool, clock, log: app.log, answer: answerOf })
  app.addHook('preClose', async () => streams.close())

  add(partnerApi.listEvents, async ({ partner, query, request, reply }) => {
    const { clientId, tokenEndsAt } = partner
    const source = sourceOf(partner, query.all === 'true')
    const after = lastEventIdOf(request) ?? query.after
    const reader = { ...source, position: positionOf(clientId, after) }
    if (wantsStream(request)) {
      streams.refuseExcess({ reader, clientId })
      startStream(request, reply)
      streams.open({ reader, clientId, tokenEndsAt }, reply.raw)
      return { items: [], next: null }
    }
    return page(reader, { after, limit: query.limit })
  })

  async function page(
    reader: EventLogReader,
    { after, limit }: { after: string | undefined; limit: number },
  ): Promise<{ items: PartnerEvent[]; next: string | null }> {
    const rows = await readEventLog(pool, { readers: [reader], now: clock.now(), limit })
    const answers = rows.map(answerOf)
    return { items: answers.map(({ event }) => event), next: answers.at(-1)?.cursor ?? after ?? null }
  }

  function answerOf(row: EventLogRow): { event: PartnerEvent; cursor: string } {
    return { event: toPartnerEvent(dependencies, row), cursor: cursors.write(row.clientId, row.position) }
  }

  /**
   * Returns the position of a cursor.
   * @throws Refusal `malformed` for a cursor that the portal has not written for this client
   */
  function positionOf(clientId: string, after: string | undefined): string {
    if (after === undefined) return beginning
    const position = cursors.read(clientId, after)
    if (position === null) throw new Refusal('malformed', { errors: [{ path: 'after', code: 'cursor' }] })
    return position
  }
}

/**
 * Returns the events that a token may read. `isAll`: whether the request is for all grants of the client, which needs a
 * token of the client itself.
 * @throws Refusal `needs-token-of-client` or `needs-token-of-grant` if the kind of token and `isAll` do not match
 */
function sourceOf(partner: PartnerWithGrants | PartnerWithClientToken, isAll: boolean): EventLogSource {
  if (isAll && partner.kind === 'grant') throw new Refusal('needs-token-of-client')
  if (!isAll && partner.kind === 'client') throw new Refusal('needs-token-of-grant')
  return partner.kind === 'client'
    ? { kind: 'client', key: partner.clientId }
    : { kind: 'authorization', key: partner.authorizationId }
}

/**
 * Returns the cursor of the last event that a client received. A client that connects again sends this cursor. WHATWG
 * HTML, section 9.2.3.
 */
function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const value = headers['last-event-id']
  return typeof value === 'string' && value !== '' ? value : undefined
}

function wantsStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').split(',').some((type) => type.trim().split(';')[0] === 'text/event-stream')
}

function startStream(request: FastifyRequest, reply: FastifyReply): void {
  void reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Without this header nginx would buffer the events.
    'x-accel-buffering': 'no',
    [requestIdHeader]: request.id,
  })
}
