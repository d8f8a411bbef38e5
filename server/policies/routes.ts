import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { legalName, legalPath } from '#contract/legal.ts'
import { addressGroup } from '#server/http/address-group.ts'
import { Refusal } from '#server/http/refusals.ts'
import { parseParams } from '#server/http/validation.ts'
import { type LegalSources, findLegalDocument } from './legal-documents.ts'

const cacheS = 300

/** Each may ask the external service; nobody reads so many in a minute. */
const readsPerMinute = 120

/** The legal documents, for everybody. Specification 2.5. */
export function addLegalRoutes(app: FastifyInstance, sources: LegalSources): void {
  const limiter = new RateLimiterMemory({ points: readsPerMinute, duration: 60 })

  app.get(legalPath, async (request, reply) => {
    const name = parseParams(legalName, request.params)
    await limiter.consume(addressGroup(request.ip)).catch(() => {
      throw new Refusal('too-many-requests', { retryAfterS: 60 })
    })
    const document = await findLegalDocument(sources, name)
    if (!document) throw new Refusal('not-found')
    return reply.header('cache-control', `public, max-age=${cacheS}`).send(document)
  })
}
