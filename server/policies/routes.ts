import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrandSettings } from '#brands/brand.ts'
import { legalDocumentParams, legalPath } from '#contract/legal.ts'
import type { RateLimit, AddressLimiter } from '#server/http/rate-limit.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { Refusal } from '#server/http/refusals.ts'
import { parseParams } from '#server/http/request-validation.ts'
import { type LegalDocumentSources, findLegalDocument } from './legal-documents.ts'

const cacheS = 300

/**
 * The rate limit of an IP address, because each request may call the policies service. Nobody reads 120 documents in
 * a minute.
 */
export const legalDocumentRateLimit: RateLimit = { name: 'legal', attempts: 120, windowS: 60 }

export type LegalRouteDependencies = LegalDocumentSources & {
  limit: AddressLimiter
  brandOfRequest(request: FastifyRequest): BrandSettings
}

/** Adds the public endpoint for legal documents. Specification 2.5. */
export function addLegalRoutes(
  app: FastifyInstance,
  { limit, brandOfRequest, ...sources }: LegalRouteDependencies,
): void {
  app.get(legalPath, async (request, reply) => {
    const name = parseParams(legalDocumentParams, request.params)
    await limit(request.ip)
    const document = await findLegalDocument(sources, name)
    if (!document) throw new Refusal('not-found')
    const html = withBrand(document.html, brandOfRequest(request))
    return reply.header('cache-control', `private, max-age=${cacheS}`).send({ ...document, html })
  })
}

/** Replaces `{brand}` and `{supportMail}` in a document. `html` must be sanitised. */
function withBrand(html: string, { name, supportMail }: Pick<BrandSettings, 'name' | 'supportMail'>): string {
  return html.replaceAll('{brand}', () => escapeHtml(name)).replaceAll('{supportMail}', () => escapeHtml(supportMail))
}
