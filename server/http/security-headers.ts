import type { FastifyInstance } from 'fastify'
import { legalTextPolicy } from '#contract/legal-markup.ts'
import { workerPolicy } from '#contract/service-worker.ts'

const yearS = 31_536_000

const self = "'self'"
const none = "'none'"

/** Where browsers report what breaks the policy, under the name by which `report-to` calls it. */
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
  // The second is for browsers that do not know the first.
  'report-to': [cspReportsName],
  'report-uri': [cspReportsPath],
}

/** Nothing becomes markup or a script from a text but what the page parses itself. W3C Trusted Types. */
const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [legalTextPolicy, workerPolicy, 'default'],
}

/** What browsers offer pages, and the portal leaves alone. W3C Permissions Policy. */
const features =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone ' +
  'midi payment serial usb xr-spatial-tracking'

/** Of these features the portal has those that are `used`, and what it shows has none. */
function permissionsPolicy(used: readonly string[]): string {
  return features
    .split(' ')
    .map((feature) => `${feature}=(${used.includes(feature) ? 'self' : ''})`)
    .join(', ')
}

/** For the page's document: a sticker is read by the camera, once the person asks for it. Specification 2.7. */
export const pagePermissions = permissionsPolicy(['camera'])

/**
 * Headers of every answer: nothing but our own origin runs, is framed or is told where people came from.
 * ASVS 3.4, RFC 6797.
 */
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
  // The filter of old browsers opened holes of its own.
  'x-xss-protection': '0',
}

/** For all that reaches a route; what fails before one is found gets them by `frameworkErrors`. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders))
}

/**
 * The content security policy of a document with the operator's scripts: those that bear the nonce of this answer run,
 * and may load from and send to `origins`. CSP 3, section 6.7.3. Tag managers write scripts and markup as texts, which no
 * policy of ours could vouch for, so that Trusted Types are not asked for there.
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
