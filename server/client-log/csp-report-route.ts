import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import * as z from 'zod/mini'
import type { AddressLimiter, KeyLimiter, RateLimit } from '#server/http/rate-limit.ts'
import { parseJsonBody } from '#server/http/json-body.ts'
import { Refusal, successStatusOf } from '#server/http/refusals.ts'
import { cspReportsPath } from '#server/http/security-headers.ts'
import { maskLogEntry } from './mask-log-entry.ts'

/** The limit of reports for an IP address. It is low, because a page with a violation often repeats it. */
export const cspReportAddressRateLimit: RateLimit = { name: 'csp-report', attempts: 30, windowS: 60 }
/** The limit of reports for all IP addresses together. */
export const cspReportTotalRateLimit: RateLimit = { name: 'csp-reports-in-all', attempts: 300, windowS: 60 }

/** The maximum size of a request. It is enough for about ten reports, because a browser sends several together. */
const bodyLimitBytes = 16 * 1024
const maxReportsPerRequest = 50

export type CspReportDependencies = {
  log: { warn(fields: object, message: string): void }
  registry: Registry
  /** Counts a report for its IP address. @throws Refusal `too-many-requests` */
  limit: AddressLimiter
  limitInAll: KeyLimiter
}

/**
 * Adds the endpoint to which browsers report violations of the content security policy, in the formats of `report-to`
 * (Reporting API) and `report-uri` (CSP 2, section 4.4). Anybody can send reports, so log lines are short, have no
 * secrets and are limited in number. Specification 19.56.
 */
export function addCspReportRoute(app: FastifyInstance, { registry, ...dependencies }: CspReportDependencies): void {
  const reports = new Counter({
    name: 'gateway_portal_csp_reports_total',
    help: 'Reports of violations of the content security policy by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const [type, read] of Object.entries(parsers)) {
      scope.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
        async (_request: FastifyRequest, body: Buffer) => read(parseJsonBody(body)),
      )
    }
    scope.post<{ Body: Violation[] | undefined }>(cspReportsPath, async ({ body = [], ip }, reply) => {
      for (const violation of body) reports.inc({ outcome: await logViolation(dependencies, violation, ip) })
      return reply.code(successStatusOf('POST', false)).send()
    })
  })
}

/** A violation of the policy, with URLs as the browser sent them. */
type Violation = {
  directive: string
  blocked: string
  document: string
  source: string
  line?: number | null | undefined
}

const text = z.string().check(z.maxLength(4_000))
const position = z.nullish(z.int())

const reportsSchema = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        effectiveDirective: text,
        documentURL: text,
        blockedURL: z.nullish(text),
        sourceFile: z.nullish(text),
        lineNumber: position,
      }),
    }),
  )
  .check(z.maxLength(maxReportsPerRequest))

const reportedToUri = z.object({
  'csp-report': z.object({
    'violated-directive': text,
    'document-uri': text,
    'blocked-uri': z.nullish(text),
    'source-file': z.nullish(text),
    'line-number': position,
  }),
})

const parsers: Readonly<Record<string, (body: unknown) => Violation[]>> = {
  'application/reports+json': (sent) =>
    parseReport(reportsSchema, sent).map(({ body }) => ({
      directive: body.effectiveDirective,
      blocked: body.blockedURL ?? '',
      document: body.documentURL,
      source: body.sourceFile ?? '',
      line: body.lineNumber,
    })),
  'application/csp-report': (sent) => {
    const { 'csp-report': report } = parseReport(reportedToUri, sent)
    return [
      {
        directive: report['violated-directive'],
        blocked: report['blocked-uri'] ?? '',
        document: report['document-uri'],
        source: report['source-file'] ?? '',
        line: report['line-number'],
      },
    ]
  },
}

function parseReport<T>(schema: z.ZodMiniType<T>, sent: unknown): T {
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw new Refusal('malformed', { cause: parsed.error })
  return parsed.data
}

type Outcome = 'logged' | 'extension' | 'dropped'

type CspReportServices = Omit<CspReportDependencies, 'registry'>

async function logViolation(
  { log, ...limits }: CspReportServices,
  violation: Violation,
  address: string,
): Promise<Outcome> {
  if (isOfExtension(violation)) return 'extension'
  if (await isOverLimit(limits, address)) return 'dropped'
  log.warn({ violation: maskLogEntry(shownViolation(violation)) }, 'content security policy broken')
  return 'logged'
}

/**
 * Returns whether a browser extension caused the violation: the blocked URL or the source belongs to an extension. Some
 * browsers send only the scheme of an extension's URL.
 */
function isOfExtension({ blocked, source }: Violation): boolean {
  return [blocked, source].some((url) => /^(?:[a-z]+-)+extension(?::|$)/iu.test(url))
}

async function isOverLimit({ limit, limitInAll }: Omit<CspReportServices, 'log'>, address: string): Promise<boolean> {
  try {
    await limit(address)
    await limitInAll('all')
    return false
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'too-many-requests') return true
    throw error
  }
}

const maxShownCharacters = 200

/**
 * Returns the fields of a violation for the log. URLs have no query and no fragment, which may contain secrets. A URL
 * of another origin than the page's is shortened to its origin or scheme.
 */
function shownViolation({ directive, blocked, document, source, line }: Violation) {
  const own = originOf(document)
  return {
    directive: cut(directive.split(' ')[0] ?? ''),
    blocked: showAddress(blocked, own),
    document: showAddress(document, own),
    source: showAddress(source, own),
    ...(typeof line === 'number' && { line }),
  }
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}

/** Shortens a URL for the log. Instead of a URL, a browser may send a keyword, such as `inline`, or only a scheme. */
function showAddress(url: string, ownOrigin: string | null): string {
  if (!URL.canParse(url)) return cut(url.split(/[?#]/u)[0] ?? '')
  const { origin, pathname, protocol } = new URL(url)
  if (origin === 'null') return protocol
  return cut(origin === ownOrigin ? `${origin}${pathname}` : origin)
}

function cut(value: string): string {
  return value.slice(0, maxShownCharacters)
}
