import { isDeepStrictEqual } from 'node:util'
import type { AddressRequestBody } from '#contract/address-form.ts'
import type { AddressRow } from '#contract/address.ts'
import { api } from '#contract/api.ts'
import type { Country } from '#contract/countries.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import {
  type ApplianceCaller,
  type ApplianceChangeDependencies,
  changeApplianceUnderLock,
} from '../authorise-appliance-call.ts'
import { type ConnectionReader, readConnectionOfPerson } from '../read-connection-of-person.ts'
import { requireOwnerOrCoOwner } from '../policy.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { recordServiceChange } from '../record-service-change.ts'
import { readGatewaySerialAndBrand } from '../store.ts'
import { hasContractInForce, readAddress, upsertAddress } from './store.ts'

export type AddressDependencies = ApplianceChangeDependencies & {
  /** Returns the countries of a brand; empty if no brand has this id. */
  countriesOf(brand: string): readonly Country[]
}

/** Adds the endpoint that changes the address of an appliance. Specification 7. */
export function addAddressRoutes(
  add: EndpointAdder,
  dependencies: AddressDependencies & { appliances: ConnectionReader },
): void {
  add(api.changeAddress, async ({ caller, params, body }) => {
    await changeAddress(dependencies, { gatewayId: params.id, subject: caller, body })
    return readConnectionOfPerson(dependencies.appliances, caller, { gatewayId: params.id })
  })
}

/**
 * A change of an appliance's address. `body()` parses the address; call it only after the check of rights. @throws
 * Refusal `rule-broken`
 */
type AddressChange = ApplianceCaller & { body(): AddressRequestBody }

/**
 * Sets the address of an appliance, for the owner or a co-owner. Does nothing if the address is the same. Specification
 * 2.8 and 13.
 * @throws Refusal `not-found`, `not-owner`, `rule-broken`, `country-locked`
 */
async function changeAddress(dependencies: AddressDependencies, { body, ...caller }: AddressChange): Promise<void> {
  const { bus, countriesOf } = dependencies
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireOwnerOrCoOwner }, async (locked) => {
    const { transaction, gatewayId, personId, now } = locked
    const address = body()
    const { brand } = await readGatewaySerialAndBrand(transaction, gatewayId)
    refuseForeignCountry(address, countriesOf(brand))
    const before = await readAddress(transaction, gatewayId)
    if (before && isSame(before, address)) return
    if (before) await refuseLockedCountry(transaction, { gatewayId, before, address })
    await upsertAddress(transaction, gatewayId, address)
    const kind = before ? 'address-changed' : 'address-added'
    await recordServiceChange(transaction, { gatewayId, personId, now: new Date(now) }, { kind })
    await publishServiceChange(transaction, bus, { gatewayId })
  })
}

function refuseForeignCountry({ country }: AddressRequestBody, countries: readonly Country[]): void {
  if (!countries.includes(country))
    throw new Refusal('rule-broken', { errors: [{ path: 'country', code: 'not-rolled-out' }] })
}

type Move = { gatewayId: string; before: AddressRow; address: AddressRequestBody }

async function refuseLockedCountry(transaction: Transaction, { gatewayId, before, address }: Move): Promise<void> {
  if (before.country === address.country) return
  if (await hasContractInForce(transaction, gatewayId)) throw new Refusal('country-locked')
}

function isSame(before: AddressRow, address: AddressRequestBody): boolean {
  const fields = Object.keys(before) as (keyof AddressRow)[]
  return fields.every((field) => isDeepStrictEqual(before[field], address[field]))
}
