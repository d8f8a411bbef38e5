import { type UserChange, toUserChange } from '#contract/account-form.ts'
import type { User } from '#contract/account.ts'
import { api } from '#contract/api.ts'
import { phoneFaultOf } from '#contract/phone.ts'
import type { Caller } from '#server/http/caller.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { Persons } from '#server/identity/person.ts'
import type { UserStore } from './store.ts'

export type UserDependencies = {
  users: UserStore
  persons: Persons
  /** Told when a person's country has changed, which decides which terms hold for them. */
  onCountryChange(caller: Caller): void
}

/** The signed-in person about themselves. Specification 7. */
export function addUserRoutes(add: AddEndpoint, { users, persons, onCountryChange }: UserDependencies): void {
  add(api.readUser, async ({ caller }) => read(users, caller))

  add(api.changeUser, async ({ caller, body }) => {
    const change = toUserChange(body())
    refuseForeignNumber(change)
    const personId = await persons.personIdOf(caller)
    if ('country' in change) {
      await users.saveCountry(personId, change.country)
      onCountryChange(caller)
    } else await users.saveDetails(personId, change)
    return read(users, caller)
  })
}

async function read(users: UserStore, caller: Caller): Promise<User> {
  return (await users.find(caller)) ?? { sub: caller.subject }
}

/** @throws Refusal `rule-broken` when the number is none of the chosen country's. Specification 5.6. */
function refuseForeignNumber(change: UserChange): void {
  if ('country' in change) return
  const fault = phoneFaultOf(change.contactPhone, change.phoneCountryCode)
  if (fault === null) return
  const path = fault === 'country' ? 'phoneCountryCode' : 'contactPhone'
  throw new Refusal('rule-broken', { errors: [{ path, code: fault }] })
}
