import type { ServerEndpoint } from '#contract/endpoint.ts'
import { acceptsIdempotencyKey } from './idempotency-key.ts'
import { Refusal, type RefusalKind } from './refusals.ts'

/**
 * Returns all refusals that a caller of an endpoint must expect: those that the endpoint lists, and those that follow
 * from its access and its input. Specification 13.3.
 */
export function documentedRefusalsOf(endpoint: ServerEndpoint): RefusalKind[] {
  const { access, terms, params, query, body, refusals } = endpoint
  const own = refusals.map((code) => (code === 'invalid-request' ? 'rule-broken' : code))
  return [
    ...new Set<RefusalKind>([
      'malformed',
      ...(access === 'public' ? [] : (['unauthenticated'] as const)),
      ...(access === 'public' || access === 'token' ? [] : (['insufficient-scope'] as const)),
      ...(terms ? (['terms-not-accepted', 'country-missing'] as const) : []),
      ...(params ? (['not-found'] as const) : []),
      ...(query || body ? (['rule-broken'] as const) : []),
      ...(body ? (['too-large', 'unsupported-media-type'] as const) : []),
      ...(acceptsIdempotencyKey(endpoint) ? (['idempotency-mismatch', 'in-progress'] as const) : []),
      ...own,
      'too-many-requests',
      'unavailable',
    ]),
  ]
}

/**
 * Thrown if a handler refuses with a kind that the contract does not list for its endpoint. The server answers with an
 * internal error, as for an answer that does not match its schema.
 */
export class UndocumentedRefusalError extends Error {
  override name = 'UndocumentedRefusalError'
}

/**
 * Runs a handler of `endpoint`.
 * @throws Refusal if the contract lists its kind for the endpoint; UndocumentedRefusalError for any other refusal
 */
export async function runWithDocumentedRefusals<Answer>(
  endpoint: ServerEndpoint,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Refusal) || documentedRefusalsOf(endpoint).includes(error.kind)) throw error
    throw new UndocumentedRefusalError(`${endpoint.method} ${endpoint.path} does not promise ${error.kind}.`, {
      cause: error,
    })
  }
}
