import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { type AccessTokenProvider, AccessEndedError } from './sign-in.ts'

const appliance = z.object({
  id: z.uuid(),
  type: z.string(),
  status: z.nullable(z.string()),
  faultCode: z.nullable(z.string()),
  severity: z.nullable(z.string()),
})

const appliancePage = z.object({ items: z.array(appliance), next: z.nullable(z.string()) })

/** `at`: the time at which the gateway reported the value, RFC 3339. `unit`: the unit in UCUM notation. */
const reading = z.object({
  datapoint: z.string().check(z.regex(/^\w+\.\w+$/u)),
  unit: z.nullable(z.string()),
  value: z.union([z.number(), z.string(), z.boolean()]),
  at: z.string(),
})

const readings = z.object({ items: z.array(reading) })

export type SharedAppliance = z.infer<typeof appliance>
export type Reading = z.infer<typeof reading>

/** An appliance with its latest values. `readAt`: the time of the answer by the portal's clock, epoch ms. */
export type ApplianceWithReadings = SharedAppliance & { readings: Reading[]; readAt: number }

/**
 * An error that the portal answered. `retryAfterMs`: the time to wait, from the header Retry-After; null if the answer
 * has no such header.
 */
export class PortalError extends Error {
  override name = 'PortalError'
  status: number
  retryAfterMs: number | null
  constructor({ status, headers, url }: Pick<Response, 'status' | 'headers' | 'url'>) {
    super(`The portal answered ${status} to ${new URL(url).pathname}`)
    this.status = status
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null
  }
}

export type PortalClient = {
  /** Reads all shared appliances with their values. @throws AccessEndedError, PortalError, and the errors of `fetch` */
  readAppliances(): Promise<ApplianceWithReadings[]>
  /**
   * Connects to the portal's event stream, and yields the id of each event after `lastId` until the connection ends.
   * @throws the same errors as `readAppliances`
   */
  events(lastId: string | null, signal: AbortSignal): Promise<AsyncIterable<string>>
}

const timeoutMs = 30_000
/** The time after which a connection for events is replaced, in ms. A broken connection may show no error. */
const longestConnectionMs = 15 * 60_000

type RequestOptions = { headers?: Record<string, string>; signal?: AbortSignal }

/** Creates the functions that call the partner API of the portal. */
export function createPortalClient({
  portalUrl,
  access,
}: {
  portalUrl: string
  access: AccessTokenProvider
}): PortalClient {
  return {
    async readAppliances() {
      const appliances: ApplianceWithReadings[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
        const page: z.infer<typeof appliancePage> = appliancePage.parse(await (await get(`/appliances${query}`)).json())
        for (const one of page.items) appliances.push(...(await withReadings(one)))
        cursor = page.next
      }
      return appliances
    },
    async events(lastId, signal) {
      const headers = { accept: 'text/event-stream', ...(lastId !== null && { 'last-event-id': lastId }) }
      const { body } = await get('/events', {
        headers,
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestConnectionMs)]),
      })
      return idsIn(body)
    },
  }

  /**
   * Returns an array with the appliance and its values. The array is empty if the owner has just ended the access to
   * the appliance. The values are empty if the owner does not share values.
   */
  async function withReadings(one: SharedAppliance): Promise<ApplianceWithReadings[]> {
    try {
      const answer = await get(`/appliances/${one.id}/readings`)
      const readAt = Date.parse(answer.headers.get('date') ?? '')
      return [{ ...one, readings: readings.parse(await answer.json()).items, readAt }]
    } catch (error) {
      if (error instanceof PortalError && error.status === 404) return []
      if (error instanceof PortalError && error.status === 403) return [{ ...one, readings: [], readAt: 0 }]
      throw error
    }
  }

  /**
   * Sends a request. If the portal rejects the access token, which may have expired, repeats the request once with a
   * new token.
   */
  async function get(path: string, options: RequestOptions = {}): Promise<Response> {
    const token = await access.token()
    const answer = await send(path, token, options)
    if (answer.status !== 401) return accepted(answer)
    access.discard(token)
    const again = await send(path, await access.token(), options)
    if (again.status === 401) throw new AccessEndedError('The owner has ended the access')
    return accepted(again)
  }

  async function send(path: string, token: string, options: RequestOptions): Promise<Response> {
    const { headers, signal = AbortSignal.timeout(timeoutMs) } = options
    const own = { ...headers, authorization: `Bearer ${token}` }
    return fetch(`${portalUrl}/partner/1${path}`, { headers: own, signal, redirect: 'error' })
  }
}

async function* idsIn(body: Response['body']): AsyncGenerator<string> {
  if (!body) return
  let id = ''
  for await (const line of createInterface({ input: Readable.fromWeb(body as never), crlfDelay: Infinity })) {
    if (line.startsWith('id:')) id = line.slice('id:'.length).trim()
    // An empty line ends an event. Comments and the event's data are skipped, because `readAppliances` reads the
    // current values.
    if (line === '' && id !== '') {
      yield id
      id = ''
    }
  }
}

function accepted(answer: Response): Response {
  if (!answer.ok) throw new PortalError(answer)
  return answer
}
