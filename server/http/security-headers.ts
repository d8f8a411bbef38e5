import type { FastifyInstance } from 'fastify'
import { legalTextPolicyName } from '#contract/legal-markup.ts'
import { serviceWorkerPolicyName } from '#contract/service-worker.ts'

const yearS = 31_536_000

const selfSource = "'self'"
const noSource = "'none'"

/**
 * The path to which browsers report violations of the content security policy. In the `report-to` directive it has
 * the name `cspReportsName`.
 */
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
  // `report-uri` is for browsers that do not support `report-to`.
  'report-to': [cspReportsName],
  'report-uri': [cspReportsPath],
}

/** Only the listed policies may convert text to markup, scripts or addresses of scripts. W3C Trusted Types. */
const trustedTypes = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [legalTextPolicyName, serviceWorkerPolicyName, 'default'],
}

/**
 * Browser features that permissions policies switch off. `permissionsPolicy` can permit single features. W3C
 * Permissions Policy.
 */
const unusedFeatures =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope hid magnetometer microphone ' +
  'midi payment serial usb xr-spatial-tracking'

/**
 * Returns a permissions policy that allows the features `usedFeatures` for the portal's origin. The other features of
 * `unusedFeatures` are off.
 */
function permissionsPolicy(usedFeatures: readonly string[]): string {
  return unusedFeatures
    .split(' ')
    .map((feature) => `${feature}=(${usedFeatures.includes(feature) ? 'self' : ''})`)
    .join(', ')
}

/**
 * The permissions policy for the app's HTML document. Only the sticker scanner uses the camera, after the person
 * starts it. Specification 2.7.
 */
export const pagePermissionsPolicy = permissionsPolicy(['camera'])

/**
 * The headers of every answer. Other sites may not embed the answer, browsers must not guess its type and must use TLS,
 * links send no referrer, and search engines must not index it. ASVS 3.4, RFC 6797.
 */
const headersOfAll = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${2 * yearS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}

/**
 * Further headers of answers that a browser shows as a document. They limit what the document may load and use, and
 * which sites may frame it.
 */
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
  // Switches off the XSS filter of old browsers, which had security holes.
  'x-xss-protection': '0',
}

/** Further headers of JSON answers. If a browser shows the JSON as a document, that document may load nothing. */
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

/**
 * The security headers of an answer before its content type is set. They include the headers of documents, which
 * `addSecurityHeaders` removes from answers of other types.
 */
export const securityHeaders: Readonly<Record<string, string>> = { ...headersOfAll, ...headersOfDocuments }

/**
 * Adds the security headers to every answer of a route. `frameworkErrors` adds them to errors that occur before
 * routing.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders))
  // Removes the headers for documents from answers of other types. On all scripts, styles and fonts of the first view,
  // these headers would together be 16 kB.
  app.addHook('onSend', async (request, reply) => {
    const use = usageOf(String(reply.getHeader('content-type') ?? ''), request.url)
    if (use === 'document') return
    for (const name of Object.keys(headersOfDocuments)) reply.removeHeader(name)
    if (use === 'data') reply.headers(headersOfData)
  })
}

/**
 * Returns how a browser uses an answer: as a document, as data, or as a part of a document. An unknown type counts as a
 * document, because a browser may show it. SVG also counts as a document, because it can contain scripts.
 */
function usageOf(type: string, url: string): 'document' | 'data' | 'part' {
  if (/^application\/(?:[\w.-]+\+)?json\b/u.test(type)) return 'data'
  if (/^(?:text\/css|font\/woff2)\b/u.test(type)) return 'part'
  // The service worker's script is outside `/assets/`. The worker uses the policy of its own script, so the script
  // needs the headers of a document.
  return /^(?:text|application)\/javascript\b/u.test(type) && url.startsWith('/assets/') ? 'part' : 'document'
}

/**
 * Returns the content security policy of a document that contains the operator's scripts. Scripts with this answer's
 * nonce may run, and `origins` may be loaded from and sent to. CSP 3, section 6.7.3. The policy does not require
 * Trusted Types, because tag managers insert scripts and markup as text.
 */
export function contentSecurityPolicyWithScripts({
  nonce,
  origins,
}: {
  nonce: string
  origins: readonly string[]
}): string {
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
