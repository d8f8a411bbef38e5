import type { FastifyRequest } from 'fastify'
import { type UserPatch, toUserPatch } from '#contract/account-form.ts'
import type { User } from '#contract/account.ts'
import { api } from '#contract/api.ts'
import { phoneErrorOf } from '#contract/phone.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { Caller } from '#server/http/caller.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createUserStore, type StoredUser } from './store.ts'
import type { Services } from '#server/services.ts'

export type UserDependencies = Pick<Services, 'database' | 'persons'> & {
  /** Called after a person's country was saved, because the country decides which terms apply. */
  onCountryChange(caller: Caller): void
  /** Called before the contact email is saved, in the same transaction. */
  onContactEmail(transaction: Transaction, saved: ContactEmailBeforeSave): Promise<void>
  /** Returns the email address that waits for confirmation by the person, or null if there is none. */
  unverifiedEmailOf(person: StoredUser): string | null
}

export type ContactEmailBeforeSave = { personId: string; contactEmail: string; request: FastifyRequest }

/**
 * Adds the endpoints for the signed-in person's own account. Returns `read`, with which other routes answer with the
 * account. Specification 7.
 */
export function addUserRoutes(
  add: EndpointAdder,
  dependencies: UserDependencies,
): { read(caller: Caller): Promise<User> } {
  const { database, persons, onCountryChange, onContactEmail, unverifiedEmailOf } = dependencies
  const users = createUserStore(database.pool)

  add(api.readUser, async ({ caller }) => read(caller))

  add(api.changeUser, async ({ caller, body, request }) => {
    const change = toUserPatch(body())
    refuseForeignNumber(change)
    const personId = await persons.personIdOf(caller)
    if ('country' in change) {
      await users.saveCountry(personId, change.country)
      onCountryChange(caller)
    } else
      await inTransaction(database.pool, async (transaction) => {
        await onContactEmail(transaction, { personId, contactEmail: change.contactEmail, request })
        await createUserStore(transaction).saveDetails(personId, change)
      })
    return read(caller)
  })

  return { read }

  async function read(caller: Caller): Promise<User> {
    const storedUser = await users.find(caller)
    if (storedUser === null) return { sub: caller.subject }
    const unverifiedEmail = unverifiedEmailOf(storedUser)
    return { ...storedUser.user, ...(unverifiedEmail !== null && { unverifiedEmail }) }
  }
}

/**
 * Refuses a telephone number that is invalid for the chosen country. Specification 5.6.
 * @throws Refusal `rule-broken`
 */
function refuseForeignNumber(change: UserPatch): void {
  if ('country' in change) return
  const fault = phoneErrorOf(change.contactPhone, change.phoneCountryCode)
  if (fault === null) return
  const path = fault === 'country' ? 'phoneCountryCode' : 'contactPhone'
  throw new Refusal('rule-broken', { errors: [{ path, code: fault }] })
}
