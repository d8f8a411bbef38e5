import type { FastifyInstance } from 'fastify'
import { dayMs } from '#contract/durations.ts'
import type { Clock } from '#server/clock.ts'
import { Refusal } from '#server/http/refusals.ts'

export type WellKnownDependencies = { publicUrl: string; securityContact: string | null; clock: Clock }

/** The rules for search engines, which may read only public pages and the files of these pages. RFC 9309. */
const robots = `User-agent: *
Allow: /$
Allow: /info$
Allow: /help
Allow: /policies/
Allow: /assets/
Allow: /brand/
Disallow: /
`

/** The validity of security.txt, which must be less than a year. RFC 9116, section 2.5.5. */
const securityTxtValidMs = 90 * dayMs

/**
 * Adds the routes of `/robots.txt` and `/.well-known/security.txt`. `security.txt` answers 404 if no security contact
 * is configured. Specification 19.54.
 */
export function addWellKnownFiles(
  app: FastifyInstance,
  { publicUrl, securityContact, clock }: WellKnownDependencies,
): void {
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))

  app.get('/.well-known/security.txt', async (_request, reply) => {
    if (securityContact === null) throw new Refusal('not-found')
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + securityTxtValidMs).toISOString()}`,
      'Preferred-Languages: en, de',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
