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

/** The headers of every answer: only our own origin runs, is framed, or gets a referrer. ASVS 3.4, RFC 6797. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policyOf({ ...directives, ...trustedTypes }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy([]),
  'referrer-policy': 'no-referrer',
  'reporting-endpoints': `${cspReportsName}="${cspReportsPath}"`,
  'strict-transport-security': `max-age=${2 * yearS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-robots-tag': 'noindex, nofollow',
  // The XSS filter of old browsers had security holes of its own.
  'x-xss-protection': '0',
}

/** Adds them to every answer of a route; errors before routing get them by `frameworkErrors`. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders))
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
