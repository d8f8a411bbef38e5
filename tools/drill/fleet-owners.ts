import type { CallApi, ApiRequest } from './api-caller.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import { fleetGatewayOf } from './fleet-gateways.ts'

/** A simulated person who owns one gateway. `number`: the number of the gateway. */
export type FleetOwner = { person: string; number: number; serial: string; gatewayId: string }

function ownerNameOf(number: number): string {
  return `drill-owner-${number}`
}

const maxConcurrent = 4
const serveTimeoutMs = 30_000

/**
 * Creates an owner for each gateway by the API. Each owner accepts the terms, claims the gateway, and subscribes to
 * its values.
 */
export async function createFleetOwners(call: CallApi, count: number): Promise<FleetOwner[]> {
  const owners: FleetOwner[] = []
  const numbers = Array.from({ length: count }, (_, number) => number)
  const work = async (): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
      owners.push(await makeOwner(call, number))
  }
  // Retries, because the balancer answers 503 until it has checked the portal.
  await retryUntilTimeout(serveTimeoutMs, async () => acceptDrillTerms(call, ownerNameOf(0)))
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  return owners.toSorted((a, b) => a.number - b.number)
}

async function makeOwner(call: CallApi, number: number): Promise<FleetOwner> {
  const person = ownerNameOf(number)
  const { serial } = fleetGatewayOf(number)
  await acceptDrillTerms(call, person)
  const { id: gatewayId } = await expectDone<{ id: string }>(call, claimRequestOf(person, number))
  await expectDone(call, subscriptionRequestOf(person, gatewayId))
  return { person, number, serial, gatewayId }
}

/** Accepts the terms as `person`. @throws Error if a call fails */
export async function acceptDrillTerms(call: CallApi, person: string): Promise<void> {
  const { version } = await expectDone<{ version: string }>(call, { person, method: 'GET', path: 'tos?locale=en-GB' })
  const body = { accepted: true, version, country: 'GB' }
  await expectDone(call, { person, method: 'PUT', path: 'tos/status', body })
}

/** Returns the request by which `person` claims the gateway with this number. */
export function claimRequestOf(person: string, number: number): ApiRequest {
  const { serial, accessCode, userPassword } = fleetGatewayOf(number)
  const credentials = { serial, access: accessCode, userPwd: userPassword }
  return { person, method: 'POST', path: 'connections', body: { type: 'rrc1', credentials, brands: ['cedar'] } }
}

/** Returns the request by which `person` subscribes to the values of a gateway. */
export function subscriptionRequestOf(person: string, gatewayId: string): ApiRequest {
  const subscriptions = [{ resourceId: gatewayId, resourceType: 'gateway', aggregatedUnits: ['hc1'] }]
  return { person, method: 'POST', path: 'subscriptions', body: { subscriptions } }
}

/** Sends a request, and returns the parsed body of the answer. @throws Error if the answer is not 2xx or 3xx */
export async function expectDone<Content>(call: CallApi, request: ApiRequest): Promise<Content> {
  const answer = await call(request)
  if (answer.kind === 'done') return (answer.body.length > 0 ? JSON.parse(answer.body.toString()) : {}) as Content
  throw new Error(`${request.method} ${request.path} as ${request.person}: ${JSON.stringify(answer)}`)
}
