import { createHash } from 'node:crypto'
import { type Adapter, type Artifact, errors } from 'oidc-provider'
import { findPartnerClient, isAnyGrantInForce } from '../store.ts'
import { toClientMetadata } from './client-metadata.ts'
import * as store from './store.ts'
import type { Services } from '#server/services.ts'

type AdapterDependencies = Pick<Services, 'pool' | 'clock'>

/**
 * The kinds of artifacts of which only the digest of the id is stored, because the id is a secret. Device codes are not
 * included: the library finds them by the user code, and then stores them again under their id.
 */
const secretKinds = new Set([
  'AccessToken',
  'AuthorizationCode',
  'ClientCredentials',
  'PushedAuthorizationRequest',
  'RefreshToken',
])

/**
 * Creates the adapter with which the library `oidc-provider` stores its artifacts in PostgreSQL. The adapter reads
 * clients from `partner_client`.
 */
export function createArtifactAdapter(dependencies: AdapterDependencies): (kind: string) => Adapter {
  return (kind) => (kind === 'Client' ? clientAdapter(dependencies) : artifactAdapter(dependencies, kind))
}

function artifactAdapter({ pool, clock }: AdapterDependencies, kind: string): Adapter {
  const isSecret = secretKinds.has(kind)
  const storedId = (id: string): string => (isSecret ? createHash('sha256').update(id).digest('base64url') : id)

  async function find(by: store.ProtocolArtifactKey['by'], value: string): Promise<Artifact | undefined> {
    const now = new Date(clock.now())
    const found = await store.findProtocolArtifact(pool, {
      kind,
      by,
      value: by === 'id' ? storedId(value) : value,
      now,
    })
    if (!found) return undefined
    const { payload, consumedAt } = found
    return {
      ...payload,
      ...(isSecret && { jti: value }),
      ...(consumedAt !== null && { consumed: Number(consumedAt) }),
    }
  }

  return {
    async upsert(id, { jti, ...payload }, expiresInS) {
      const expiresAt = new Date(clock.now() + expiresInS * 1000)
      const stored = isSecret ? payload : { ...payload, jti }
      await store.upsertProtocolArtifact(pool, { kind, id: storedId(id), payload: stored, expiresAt })
    },
    find: async (id) => (kind !== 'Grant' || (await isInForce(id)) ? find('id', id) : undefined),
    findByUid: async (uid) => find('uid', uid),
    findByUserCode: async (userCode) => find('user_code', userCode),
    consume: async (id) => consumeOnce(id),
    destroy: async (id) => store.deleteProtocolArtifact(pool, kind, storedId(id)),
    revokeByGrantId: async (grantId) => store.deleteProtocolArtifactsOfGrant(pool, kind, grantId),
  }

  // Whether any grant of an authorization is in force. If no grant is, the library finds no `Grant`. It then answers
  // `invalid_grant` for codes and refresh tokens, and introspection returns inactive.
  async function isInForce(authorizationId: string): Promise<boolean> {
    return isAnyGrantInForce(pool, authorizationId, clock.now())
  }

  // Marks an artifact as consumed. The library checks `consumed` before it calls this function. Two simultaneous
  // requests would both pass that check, so the database decides which of them was first.
  async function consumeOnce(id: string): Promise<void> {
    const consumedAt = Math.floor(clock.now() / 1000)
    if (await store.consumeProtocolArtifact(pool, { kind, id: storedId(id), consumedAt })) return
    throw new errors.InvalidGrant(`${kind} already used`)
  }
}

/**
 * Creates the adapter that finds clients for the library. The library must not write clients, because people register
 * them on the developer page.
 */
function clientAdapter({ pool }: AdapterDependencies): Adapter {
  const refuse = async (): Promise<never> => {
    throw new Error('The authorization server does not write clients.')
  }
  const none = async (): Promise<undefined> => undefined
  return {
    async find(id) {
      const client = await findPartnerClient(pool, id)
      return client ? toClientMetadata(client) : undefined
    },
    upsert: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
    findByUid: none,
    findByUserCode: none,
  }
}
