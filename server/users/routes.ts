import { api } from '#contract/api.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import type { UserStore } from './store.ts'

/** The signed-in person about themselves. Specification 7. */
export function addUserRoutes(add: AddEndpoint, { users }: { users: UserStore }): void {
  add(api.readUser, async ({ caller }) => (await users.find(caller)) ?? { sub: caller.subject })
}
