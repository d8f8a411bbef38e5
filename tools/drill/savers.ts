import type { CallOutcome, CallApi, ApiRequest } from './api-caller.ts'
import type { Findings } from './findings.ts'
import type { FleetOwner } from './fleet-owners.ts'
import type { DrillWorker } from './drill-workers.ts'

/**
 * The expected street of an appliance. `saved`: the street of the last save with a 2xx answer. `maybe`: streets that
 * may have been stored after that save.
 */
export type ExpectedStreet = { gatewayId: string; saved: string | undefined; maybe: MaybeSaved[] }

/**
 * A street that was sent to the API. `until`: the time from which the server can no longer store the street, in epoch
 * milliseconds. This is Infinity until the call ends, and 0 if an answer from 2xx to 4xx made the outcome final.
 */
type MaybeSaved = { street: string; until: number }

/** The expected addresses, and the number of saves that got a 2xx answer. */
export type SaveRecord = { streets: ExpectedStreet[]; saves: number }

/** The maximum time in ms after which the server may still do a request that got no answer. */
const maxLateMs = 60_000

export type SaversOptions = {
  owners: readonly FleetOwner[]
  call: CallApi
  findings: Findings
  companies: readonly [string, string]
  saved: SaveRecord
}

/** Creates people who change the address of their appliance, read it, and change its service provider. */
export function createSavers(options: SaversOptions): DrillWorker[] {
  return options.owners.map((owner) => {
    const street: ExpectedStreet = { gatewayId: owner.gatewayId, saved: undefined, maybe: [] }
    options.saved.streets.push(street)
    let round = 0
    const provider: ProviderState = { unknownUntil: 0 }
    return {
      everyMs: 1_000,
      next: async () => {
        round += 1
        if (round % 8 === 4) return changeProvider(options, owner, provider)
        if (round % 2 === 0) return readAddress(options, owner, street)
        return saveAddress(options, owner, street)
      },
    }
  })
}

async function saveAddress(
  { call, saved }: SaversOptions,
  owner: FleetOwner,
  street: ExpectedStreet,
): Promise<boolean> {
  const line = `Drill Road ${Date.now()}`
  const { person, gatewayId } = owner
  const body = { street: [line], postalCode: 'AB1 2CD', city: 'Drilltown', country: 'GB' }
  // The server may store the street from now on, even if no answer arrives.
  const sent = { street: line, until: Infinity }
  street.maybe.push(sent)
  const answer = await call({ person, method: 'PUT', path: `connections/${gatewayId}/address`, body })
  sent.until = isOutcomeUnknown(answer) ? Date.now() + maxLateMs : 0
  street.maybe = filterPossibleStreets(street.maybe, answer)
  if (answer.kind !== 'done') return false
  street.saved = line
  saved.saves += 1
  return true
}

/**
 * Returns the streets that may still be stored after the answer to a save. A successful save rules out all earlier
 * streets, except those without an answer that the server may still store.
 */
export function filterPossibleStreets(maybe: readonly MaybeSaved[], { kind }: Pick<CallOutcome, 'kind'>): MaybeSaved[] {
  const endedBefore = kind === 'done' ? Date.now() : 0
  return maybe.filter(({ until }) => until > endedBefore)
}

type Connection = { service: { address: { street: string[] } | null; contracts: { company: { id: string } }[] } }

async function readAddress(
  { call, findings }: SaversOptions,
  owner: FleetOwner,
  street: ExpectedStreet,
): Promise<boolean> {
  const answer = await call({ person: owner.person, method: 'GET', path: `connections/${owner.gatewayId}` })
  if (answer.kind !== 'done') return false
  const { service } = JSON.parse(answer.body.toString()) as Connection
  const problem = describeWrongStreet(street, service.address?.street[0])
  if (problem) findings.addBrokenInvariant(`read by the API: ${problem}`)
  return true
}

/** Describes a difference between the stored street and the expected street; undefined if both are equal. */
export function describeWrongStreet(
  { gatewayId, saved, maybe }: ExpectedStreet,
  found: string | undefined,
): string | undefined {
  if (saved === undefined || found === saved) return undefined
  if (maybe.some(({ street }) => street === found)) return undefined
  return `the address of ${gatewayId} was saved as "${saved}" and is "${found ?? ''}"`
}

/**
 * The state of one owner's changes. `unknownUntil`: the time until which the server may still do a call that got no
 * answer, in epoch milliseconds.
 */
type ProviderState = { unknownUntil: number }

/**
 * Ends the contract with the service provider, then requests two providers at the same time. The portal may accept at
 * most one of these requests.
 */
async function changeProvider(options: SaversOptions, owner: FleetOwner, provider: ProviderState): Promise<boolean> {
  const { call, findings, companies } = options
  const { person, gatewayId } = owner
  const path = `connections/${gatewayId}/companies`
  const endings = companies.map((company): ApiRequest => ({ person, method: 'DELETE', path: `${path}/${company}` }))
  const adding = companies.map((companyId): ApiRequest => {
    const body = { companyId, companyType: 'SUPPORT', permission: 'FULL_ACCESS' }
    return { person, method: 'POST', path, body }
  })
  const ended = await Promise.all(endings.map(call))
  const added = await Promise.all(adding.map(call))
  const isClear = ![...ended, ...added].some(isOutcomeUnknown)
  if (!isClear) provider.unknownUntil = Date.now() + maxLateMs
  if (Date.now() < provider.unknownUntil) return isClear
  const taken = companies.filter((_, index) => added[index]?.kind === 'done')
  if (taken.length > 1) findings.addBrokenInvariant(`${person} got two service providers`)
  if (taken.length === 0 && added.some(isTakenAlready))
    findings.addBrokenInvariant(`the service provider of ${gatewayId} was ended and is still there`)
  const [company] = taken
  if (company !== undefined) await confirmProvider(options, owner, company)
  return isClear
}

function isTakenAlready(answer: CallOutcome): boolean {
  return answer.kind === 'refused' && answer.code === 'provider-exists'
}

async function confirmProvider({ call, findings }: SaversOptions, owner: FleetOwner, company: string): Promise<void> {
  const { person, gatewayId } = owner
  const answer = await call({ person, method: 'GET', path: `connections/${gatewayId}` })
  if (answer.kind !== 'done') return
  const { service } = JSON.parse(answer.body.toString()) as Connection
  const isThere = service.contracts.some((contract) => contract.company.id === company)
  if (!isThere)
    findings.addBrokenInvariant(`the service provider ${company} of ${gatewayId} was added and is not there`)
}

/** Returns whether a call got a 5xx answer or no answer. Nobody then knows whether the server has done the work. */
export function isOutcomeUnknown({ kind }: CallOutcome): boolean {
  return kind === 'away' || kind === 'lost'
}
