import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brands } from '#brands/read-brands.ts'
import { appearanceCookie, parseAppearance } from '#contract/appearance.ts'
import { listFirstCalls } from '#contract/first-calls.ts'
import { isPagePath } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { brandHintsOf, brandCookie, chooseBrand } from '#server/http/brand-of-request.ts'
import { sendCompressed } from '#server/http/compression.ts'
import { languageOfReader } from '#server/http/language-of-reader.ts'
import { statusOfPage } from '#server/http/refusals.ts'
import { pagePermissions } from '#server/http/security-headers.ts'
import { createCookies, type SessionCookies } from '#server/identity/session/cookies.ts'
import type { AnswerFirstCalls } from './answer-first-calls.ts'
import type { DrawRequestedScreen } from './first-screen.ts'
import { type BrandPage, layOut, type PlainDocument, toBrandPage, toPlainDocument } from './document.ts'
import { addInstallableRoutes, installableHeadElements, readInstallableFiles } from './installable-app.ts'
import { beginsWithLongList, beginsWithSeveralCards } from './long-list.ts'
import { notLoadedMessage } from './not-loaded-message.ts'
import { withTrackingScripts } from './tracking-scripts.ts'
import { readPortalTypeface } from './typeface-sheet.ts'

const monthS = 30 * 24 * 60 * 60
const yearS = 365 * 24 * 60 * 60
const immutableCaching = `public, max-age=${yearS}, immutable`

export type PageDependencies = {
  config: Config
  brands: Brands
  answerFirst: AnswerFirstCalls
  drawFirst: DrawRequestedScreen
}

/**
 * Serves the built page: its assets, which browsers cache for a year because their names have a digest, and the files
 * of each brand. Returns functions that send the brand's document.
 */
export async function addPage(app: FastifyInstance, dependencies: PageDependencies): Promise<Page> {
  const { config, brands } = dependencies
  const directory = path.resolve(config.pageDir)
  await app.register(fastifyStatic, {
    root: path.join(directory, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: yearS * 1000,
    decorateReply: false,
  })
  const template = await readFile(path.join(directory, 'index.html'), 'utf8')
  const extras = { extras: await readInstallableFiles(directory), isWorkerOn: config.isWorkerOn }
  const portalTypeface = await readPortalTypeface(directory)
  const pages = new Map(
    [...brands.brands].map(([id, brand]) => [
      id,
      toBrandPage(template, brand, { more: installableHeadElements(brand, extras), portalTypeface }),
    ]),
  )
  addInstallableRoutes(app, {
    ...extras,
    brands: brands.brands.values(),
    brandOfRequest: (request) => chooseBrand(brands, config.brand, brandHintsOf(request)),
  })
  for (const page of pages.values()) addBrandFiles(app, page)
  const { session } = createCookies({ secure: new URL(config.publicUrl).protocol === 'https:' })
  return {
    send: (request, reply) => sendPage({ ...dependencies, session }, pages, { request, reply }),
    layOutPlain: (request, document) => {
      const { settings } = chooseBrand(brands, config.brand, brandHintsOf(request))
      const page = pages.get(settings.id) ?? { html: '', typefaceSheet: null }
      const html = toPlainDocument(page, settings, document)
      const appearance = parseAppearance(request.cookies[appearanceCookie])
      return layOut(html, { address: '', isSessionExpected: false, appearance })
    },
  }
}

export type Page = {
  /** Sends the document of the page, in the brand of the request. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Returns a document without scripts, with the style and the brand of the request. */
  layOutPlain(request: FastifyRequest, document: PlainDocument): string
}

function addBrandFiles(app: FastifyInstance, page: BrandPage): void {
  const serve = (url: string, type: string, content: string | Uint8Array) =>
    app.get(url, async (_request, reply) => reply.type(type).header('cache-control', immutableCaching).send(content))
  serve(page.themePath, 'text/css; charset=utf-8', page.themeCss)
  if (page.typefaceSheet) serve(page.typefaceSheet.path, 'text/css; charset=utf-8', page.typefaceSheet.css)
  serve(page.faviconPath, 'image/svg+xml', page.faviconSvg)
  for (const { path: url, content } of page.typefaceFiles) serve(url, 'font/woff2', content)
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

async function sendPage(
  { config, brands, session, answerFirst, drawFirst }: PageDependencies & Pick<SessionCookies, 'session'>,
  pages: ReadonlyMap<string, BrandPage>,
  exchange: Exchange,
): Promise<FastifyReply> {
  const { request, reply } = exchange
  const hints = brandHintsOf(request)
  const { settings } = chooseBrand(brands, config.brand, hints)
  const { id, privacyCookie } = settings
  if (config.brand.switchable && hints.chosen === id) keepBrand(reply, id)
  const html = pages.get(id)?.html ?? ''
  const address = request.url.split('?')[0] ?? ''
  const isSessionExpected = session.read(request) !== null
  const first = isSessionExpected ? await answerFirst(request, listFirstCalls(address, id)) : null
  const laidOut = layOut(html, {
    address,
    notLoaded: notLoadedMessage(settings, languageOfReader(request)),
    isSessionExpected,
    answers: first?.areShort ? first.answers : null,
    drawn: await drawFirst({ request, address, brand: settings, apiAnswers: first }),
    showsMany: first !== null && beginsWithLongList(address, first.answers),
    showsSeveral: beginsWithSeveralCards(address, first?.answers ?? null),
    appearance: parseAppearance(request.cookies[appearanceCookie]),
  })
  const tracked = withTrackingScripts(laidOut, config.tracking, {
    cookies: request.headers.cookie ?? '',
    privacyCookie,
  })
  if (tracked) reply.header('content-security-policy', tracked.policy)
  if (isPublicPage(address)) reply.removeHeader('x-robots-tag')
  reply
    .code(statusOfPage(isPagePath(address)))
    // A document with the API's answers is not stored, so that no personal data stays in the browser's cache.
    .headers({ 'cache-control': first ? 'no-store' : 'no-cache', 'permissions-policy': pagePermissions })
    .type('text/html; charset=utf-8')
  // Compression is safe, although an attacker could compare lengths: the document contains no token and no text of
  // the request. The request only chooses among fixed texts.
  return sendCompressed(exchange, tracked?.html ?? laidOut)
}

const publicPages = new Set(['/', '/info', '/help', '/help/accessibility'])

/** Whether search engines may list the page. They may list only pages without personal data. */
function isPublicPage(address: string): boolean {
  return publicPages.has(address) || address.startsWith('/policies/')
}

function keepBrand(reply: FastifyReply, id: string): void {
  void reply.setCookie(brandCookie, id, { path: '/', maxAge: monthS, sameSite: 'lax', httpOnly: true })
}
