import { errors } from 'oidc-provider'
import type { Adapter, Artifact } from 'oidc-provider'
import type { Pool } from 'pg'
import * as store from './store.ts'

type AdapterDependencies = { pool: Pool; clock: { now(): number } }

/** Creates the adapter that stores the provider's sessions, grants, codes and tokens in PostgreSQL. */
export function createAdapterFactory({ pool, clock }: AdapterDependencies): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id: string, payload: Artifact, expiresInSeconds: number) {
      await store.saveArtifact(pool, { kind, id, payload, expiresAt: clock.now() + expiresInSeconds * 1000 })
    },
    find: (id) => store.findArtifact(pool, { kind, id, now: clock.now() }),
    findByUid: (uid) => store.findArtifactByUid(pool, { kind, id: uid, now: clock.now() }),
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => consumeOnce({ pool, clock }, kind, id),
    destroy: (id) => store.deleteArtifact(pool, kind, id),
    revokeByGrantId: (grantId) => store.deleteArtifactsOfGrant(pool, kind, grantId),
  })
}

// Marks a code or token as used. The library checks `consumed` before it calls this function. Two simultaneous
// requests would both pass that check, so the database decides which of them was first.
async function consumeOnce({ pool, clock }: AdapterDependencies, kind: string, id: string): Promise<void> {
  const { first, grantId } = await store.consumeArtifact(pool, { kind, id, now: clock.now() })
  if (first) return
  if (grantId) await store.deleteGrant(pool, grantId)
  throw new errors.InvalidGrant(`${kind} already used`)
}
