import type { FastifyInstance } from 'fastify'
import { legalTextPolicy } from '#contract/legal-markup.ts'
import { workerPolicy } from '#contract/service-worker.ts'

const yearS = 31_536_000

const self = "'self'"
const none = "'none'"

/** The path for browsers' reports of violations, and its name in `report-to`. */
export const cspReportsPath = '/csp-reports'
const cspReportsName = 'csp'

const directives = {
  'default-src': [none],
  'script-src': [self],
  'style-src': [self],
  'img-src': [self, 'data:'],
  'font-src': [self],
  'connect-src': [self],
  'manifest-src': [self],
  'worker-src': [self],
  'form-action': [self],
  'object-src': [none],
  'base-uri': [none],
  'frame-ancestors': [none],
  // The second directive is for browsers without the first.
  'report-to': [cspReportsName],
  'report-uri': [cspReportsPath],
}

/** Only the page's own parsers may turn text into markup or scripts. W3C Trusted Types. */
const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [legalTextPolicy, workerPolicy, 'default'],
}

/** Browser features that the portal does not use. W3C Permissions Policy. */
const features =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone ' +
  'midi payment serial usb xr-spatial-tracking'

/** A policy that allows the `used` features for the portal, and none for embedded content. */
function permissionsPolicy(used: readonly string[]): string {
  return features
    .split(' ')
    .map((feature) => `${feature}=(${used.includes(feature) ? 'self' : ''})`)
    .join(', ')
}

/** For the page's document: the sticker scanner uses the camera on request. Specification 2.7. */
export const pagePermissions = permissionsPolicy(['camera'])

/** What every answer needs: only our own origin reads it, as the type it has, over TLS. ASVS 3.4, RFC 6797. */
const headersOfAll = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${2 * yearS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}

/** What only matters for an answer that a browser shows: what it may load, use and be framed by. */
const headersOfDocuments = {
  'content-security-policy': policyOf({ ...directives, ...trustedTypes }),
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy([]),
  'reporting-endpoints': `${cspReportsName}="${cspReportsPath}"`,
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The XSS filter of old browsers had security holes of its own.
  'x-xss-protection': '0',
}

/** For JSON, which loads nothing even if a browser shows it. */
const headersOfData = {
  'content-security-policy': policyOf({
    'default-src': [none],
    'object-src': [none],
    'base-uri': [none],
    'form-action': [none],
    'frame-ancestors': [none],
  }),
  'x-frame-options': 'DENY',
}

/** The headers of an answer of unknown type. */
export const securityHeaders: Readonly<Record<string, string>> = { ...headersOfAll, ...headersOfDocuments }

/** Adds them to every answer of a route; errors before routing get them by `frameworkErrors`. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders))
  // The first view would cost 16 kB more with the headers of documents on each of its parts.
  app.addHook('onSend', async (request, reply) => {
    const use = useOf(String(reply.getHeader('content-type') ?? ''), request.url)
    if (use === 'document') return
    for (const name of Object.keys(headersOfDocuments)) reply.removeHeader(name)
    if (use === 'data') reply.headers(headersOfData)
  })
}

/** What a browser does with an answer: unknown types may be shown. Drawings are documents, they can have scripts. */
function useOf(type: string, url: string): 'document' | 'data' | 'part' {
  if (/^application\/(?:[\w.-]+\+)?json\b/u.test(type)) return 'data'
  if (/^(?:text\/css|font\/woff2)\b/u.test(type)) return 'part'
  // The service worker obeys the policy of its own script, which is not among the assets.
  return /^(?:text|application)\/javascript\b/u.test(type) && url.startsWith('/assets/') ? 'part' : 'document'
}

/**
 * The content security policy of a document with the operator's scripts: those with the nonce of this answer run, and
 * may load from and send to `origins`. CSP 3, section 6.7.3. Tag managers insert scripts and markup as text, so
 * Trusted Types are not required there.
 */
export function policyWithScripts({ nonce, origins }: { nonce: string; origins: readonly string[] }): string {
  const own = `'nonce-${nonce}'`
  const wider = {
    ...directives,
    'script-src': [self, own, ...origins],
    'style-src': [self, own, ...origins],
    'img-src': [...directives['img-src'], ...origins],
    'font-src': [self, ...origins],
    'connect-src': [self, ...origins],
    'frame-src': origins.length === 0 ? [none] : origins,
  }
  return policyOf(wider)
}

function policyOf(sources: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(sources)
    .map(([name, allowed]) => [name, ...allowed].join(' '))
    .join(';')
}
