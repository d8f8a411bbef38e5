import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { BrandSettings } from '#brands/brand.ts'
import { legalName, legalPath } from '#contract/legal.ts'
import { limitAddresses } from '#server/http/attempt-limit.ts'
import { Refusal } from '#server/http/refusals.ts'
import { parseParams } from '#server/http/validation.ts'
import { withBrand } from './brand-marks.ts'
import { type LegalSources, findLegalDocument } from './legal-documents.ts'

const cacheS = 300

/** Each may ask the external service; nobody reads so many in a minute. */
const readsPerMinute = 120

export type LegalDependencies = LegalSources & { brandOfRequest(request: FastifyRequest): BrandSettings }

/** The legal documents, for everybody. Specification 2.5. */
export function addLegalRoutes(app: FastifyInstance, { brandOfRequest, ...sources }: LegalDependencies): void {
  const limit = limitAddresses((limits) => new RateLimiterMemory({ points: readsPerMinute * limits, duration: 60 }))

  app.get(legalPath, async (request, reply) => {
    const name = parseParams(legalName, request.params)
    await limit(request.ip)
    const document = await findLegalDocument(sources, name)
    if (!document) throw new Refusal('not-found')
    const html = withBrand(document.html, brandOfRequest(request))
    return reply.header('cache-control', `private, max-age=${cacheS}`).send({ ...document, html })
  })
}
