import type { FastifyInstance } from 'fastify'
import { legalTextPolicy } from '#contract/legal-markup.ts'
import { workerPolicy } from '#contract/service-worker.ts'

const yearS = 31_536_000

const selfSource = "'self'"
const noSource = "'none'"

/** The path for browsers' reports of violations, and its name in `report-to`. */
export const cspReportsPath = '/csp-reports'
const cspReportsName = 'csp'

const directives = {
  'default-src': [noSource],
  'script-src': [selfSource],
  'style-src': [selfSource],
  'img-src': [selfSource, 'data:'],
  'font-src': [selfSource],
  'connect-src': [selfSource],
  'manifest-src': [selfSource],
  'worker-src': [selfSource],
  'form-action': [selfSource],
  'object-src': [noSource],
  'base-uri': [noSource],
  'frame-ancestors': [noSource],
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
const unusedFeatures =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone ' +
  'midi payment serial usb xr-spatial-tracking'

/** A policy that allows the `used` features for the portal, and none for embedded content. */
function permissionsPolicy(used: readonly string[]): string {
  return unusedFeatures
    .split(' ')
    .map((feature) => `${feature}=(${used.includes(feature) ? 'self' : ''})`)
    .join(', ')
}

/** For the page's document: the sticker scanner uses the camera on request. Specification 2.7. */
export const pagePermissions = permissionsPolicy(['camera'])

/** The headers of every answer: only our own origin may read it, with the type that it has, over TLS. ASVS 3.4, RFC 6797. */
const headersOfAll = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${2 * yearS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}

/** The headers of an answer that a browser shows: what it may load and use, and who may frame it. */
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

/** The headers of JSON, which may load nothing even if a browser shows it. */
const headersOfData = {
  'content-security-policy': policyOf({
    'default-src': [noSource],
    'object-src': [noSource],
    'base-uri': [noSource],
    'form-action': [noSource],
    'frame-ancestors': [noSource],
  }),
  'x-frame-options': 'DENY',
}

/** The headers of an answer of unknown type. */
export const securityHeaders: Readonly<Record<string, string>> = { ...headersOfAll, ...headersOfDocuments }

/** Adds the headers to every answer of a route; errors before routing get them by `frameworkErrors`. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders))
  // Chooses the headers by type: with those of documents on each of its parts the first view would cost 16 kB more.
  app.addHook('onSend', async (request, reply) => {
    const use = usageOf(String(reply.getHeader('content-type') ?? ''), request.url)
    if (use === 'document') return
    for (const name of Object.keys(headersOfDocuments)) reply.removeHeader(name)
    if (use === 'data') reply.headers(headersOfData)
  })
}

/** How a browser uses an answer. Unknown types count as documents, because they may be shown; so do drawings, because they can have scripts. */
function usageOf(type: string, url: string): 'document' | 'data' | 'part' {
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
    'script-src': [selfSource, own, ...origins],
    'style-src': [selfSource, own, ...origins],
    'img-src': [...directives['img-src'], ...origins],
    'font-src': [selfSource, ...origins],
    'connect-src': [selfSource, ...origins],
    'frame-src': origins.length === 0 ? [noSource] : origins,
  }
  return policyOf(wider)
}

function policyOf(sources: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(sources)
    .map(([name, allowed]) => [name, ...allowed].join(' '))
    .join(';')
}
