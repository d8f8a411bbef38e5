import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, legalLanguageOfCountry } from '#contract/languages.ts'
import { noticeSettingsPath } from '#contract/pages.ts'
import { type AuditAct, createAuditAct, auditLogFieldsOf } from '#server/audit/audit-record.ts'
import type { AuditTrail } from '#server/audit/audit-trail.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { languageOfHeader } from '#server/http/accept-language.ts'
import type { AddressLimiter } from '#server/http/rate-limit.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { Refusal, refusalStatusOf } from '#server/http/refusals.ts'
import { readTextsByLanguage } from '#texts/read-texts.ts'
import { type NoticeRecordingDependencies, recordNotices } from '../record-notices.ts'
import { findEmailLinkVisitor, type EmailLinkVisitor, turnOffEmails } from './store.ts'
import type { UnsubscribeTarget, UnsubscribeTokens } from './unsubscribe-tokens.ts'
import type { Services } from '#server/services.ts'

export type UnsubscribeDependencies = Omit<NoticeRecordingDependencies, 'now'> &
  Pick<Services, 'database' | 'clock'> & {
    trail: Pick<AuditTrail, 'begin' | 'end'>
    tokens: Pick<UnsubscribeTokens, 'read'>
    limit: AddressLimiter
    brandOfRequest(request: FastifyRequest): string
    /** Returns an HTML document without scripts that has `content` in the layout and style of the brand. */
    layOut(request: FastifyRequest, document: { title: string; language: Language; content: string }): string
  }

export const unsubscribeRateLimit = { name: 'unsubscribe', attempts: 60, windowS: 60 }

/** The maximum size of a request body. The request of any mail program is smaller. */
const bodyLimitBytes = 4_096

const texts = readTextsByLanguage('unsubscribe')

/**
 * Adds the routes by which a link in an email turns off a category of emails, without a sign-in. The link shows a page.
 * The button on the page, or one click in the mail program (RFC 8058), turns the emails off. The routes ignore cookies;
 * only the token counts. Specification 23.10.
 */
export async function addUnsubscribeRoutes(app: FastifyInstance, dependencies: UnsubscribeDependencies): Promise<void> {
  const { database, bus, channels, clock, trail, tokens, limit, brandOfRequest, layOut } = dependencies

  await app.register(async (scope) => {
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(
      forms,
      { parseAs: 'string', bodyLimit: bodyLimitBytes },
      async (_: unknown, body: string) => body,
    )

    scope.get<Path>('/unsubscribe/:token', async (request, reply) => {
      const foundLink = await find(request)
      return foundLink ? show(request, reply, { found: foundLink, step: 'question' }) : showUnknown(request, reply)
    })

    scope.post<Path>('/unsubscribe/:token', async (request, reply) => {
      if (!isOneClickUnsubscribe(request.body)) throw new Refusal('malformed')
      const foundLink = await find(request)
      if (!foundLink) return showUnknown(request, reply)
      const { subject } = foundLink
      const act = actOfUnsubscribing(request, subject)
      const begunAct = await trail.begin(act)
      await inTransaction(database.pool, async (transaction) => turnOff(transaction, request, subject))
      await trail.end(begunAct, 'done')
      request.log.info({ audit: auditLogFieldsOf({ ...act, outcome: 'done' }) }, 'audit')
      return show(request, reply, { found: foundLink, step: 'done' })
    })
  })

  /**
   * Turns the emails off. Mail programs may repeat the request, so a notice is recorded only if this request changed
   * the settings.
   */
  async function turnOff(transaction: Transaction, request: FastifyRequest, subject: UnsubscribeTarget): Promise<void> {
    const { personId, category } = subject
    const isChanged = await turnOffEmails(transaction, subject)
    await bus.publish(transaction, [{ kind: 'notices', personId }])
    if (!isChanged) return
    const now = clock.now()
    const at = new Date(now).toISOString()
    const event = { kind: 'emails-turned-off', at, category } as const
    const dedupe = `emails-turned-off ${category} ${at}`
    const brand = brandOfRequest(request)
    await recordNotices(transaction, { bus, channels, now }, [{ personId, gatewayId: null, brand, event, dedupe }])
  }

  /** Finds the person and category of a token. Returns null if the token is invalid or the person no longer exists. */
  async function find(request: FastifyRequest<Path>): Promise<Found | null> {
    await limit(request.ip)
    const subject = tokens.read(request.params.token)
    const reader = subject && (await findEmailLinkVisitor(database.pool, subject.personId))
    return subject && reader && { subject, reader }
  }

  function show(request: FastifyRequest, reply: FastifyReply, { found, step }: ShownStep): FastifyReply {
    const language = languageOf(found.reader, request)
    const words = texts[language]
    const [title, text] = step === 'done' ? [words['done-title'], words.done] : [words.title, words.question]
    const { category } = found.subject
    const namedText = text.replace('{category}', () => words[category])
    const sentence = category === 'heating' ? `${namedText} ${words.emergency}` : namedText
    const next = step === 'done' ? link(noticeSettingsPath, words.account) : actionForm(words.act)
    const content = contentOf({ title, text: sentence, next, help: words.help })
    return send(reply, layOut(request, { title, language, content }))
  }

  function showUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { log, ip: address, method, routeOptions } = request
    log.info({ refusal: 'not-found', method, route: routeOptions.url, address }, 'request refused')
    const language = languageOfHeader(request.headers['accept-language'])
    const words = texts[language]
    const [title, text] = [words['unknown-title'], words.unknown]
    const content = contentOf({ title, text, next: link(noticeSettingsPath, words.account), help: words.help })
    return send(reply.code(refusalStatusOf('not-found')), layOut(request, { title, language, content }))
  }
}

/**
 * Returns the audit act of turning emails off. The act names the person whom the link identifies, because anybody with
 * the link acts for that person, signed in or not.
 */
function actOfUnsubscribing({ id, ip }: FastifyRequest, { personId, category }: UnsubscribeTarget): AuditAct {
  const details = { category }
  return createAuditAct({ actor: 'person', action: 'email-unsubscribe', personId, details, requestId: id, address: ip })
}

type Path = { Params: { token: string } }

type Found = { subject: UnsubscribeTarget; reader: EmailLinkVisitor }

type ShownStep = { found: Found; step: 'question' | 'done' }

/**
 * Whether a body is the one-click request of a mail program, or the request of the page's button. Both encodings of a
 * form are accepted. RFC 8058, section 3.1.
 */
export function isOneClickUnsubscribe(body: unknown): boolean {
  if (typeof body !== 'string') return false
  const field = /(?:^|&)List-Unsubscribe=One-Click(?:&|$)/u
  const part = /name="?List-Unsubscribe"?[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/u
  return field.test(body.trim()) || part.test(body)
}

function languageOf({ language, country }: EmailLinkVisitor, { headers }: FastifyRequest): Language {
  return language ?? (country ? legalLanguageOfCountry[country] : languageOfHeader(headers['accept-language']))
}

type PageContent = { title: string; text: string; next: string; help: string }

function contentOf({ title, text, next, help }: PageContent): string {
  return `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${next}${link('/help', help)}`
}

function actionForm(act: string): string {
  const field = '<input type="hidden" name="List-Unsubscribe" value="One-Click">'
  return `<form method="post">${field}<button type="submit">${escapeHtml(act)}</button></form>`
}

function link(href: string, words: string): string {
  return `<p><a href="${href}">${escapeHtml(words)}</a></p>`
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}
