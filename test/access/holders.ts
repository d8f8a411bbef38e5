import type { Holder } from '#server/appliances/store.ts'

/** Creates a holder who added the appliance on 2026-01-01; a viewer, unless the test passes the start of another role. */
export function createHolder(personId: string, role: Partial<Holder> = {}): Holder {
  const addedAt = new Date('2026-01-01T00:00:00Z')
  return { personId, addedAt, ownerSince: null, coOwnerSince: null, endsAt: null, faultsSince: null, ...role }
}
