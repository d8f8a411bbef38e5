import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LoadedBrands } from '#brands/read-brands.ts'
import { appearanceCookie, parseAppearance } from '#contract/appearance.ts'
import { dayS } from '#contract/durations.ts'
import { listFirstCalls } from '#contract/first-calls.ts'
import { isPagePath } from '#contract/pages.ts'
import type { Config } from '#server/config.ts'
import { brandHintsOf, brandCookieName, chooseBrand } from '#server/http/choose-brand.ts'
import { sendCompressibleText } from '#server/http/compression.ts'
import { languageOfReader } from '#server/http/language-of-reader.ts'
import { pageStatusOf } from '#server/http/refusals.ts'
import { pagePermissionsPolicy } from '#server/http/security-headers.ts'
import { createSessionCookies, type SessionCookies } from '#server/identity/session/session-cookies.ts'
import type { FirstCallAnswerer } from './first-call-answerer.ts'
import type { RequestedScreenDrawer } from './first-screen.ts'
import {
  type BrandDocument,
  preparePageDocument,
  type PlainDocumentContent,
  createBrandDocument,
  renderPlainDocument,
} from './page-document.ts'
import { addInstallableAppRoutes, renderInstallableHeadElements, readInstallableFiles } from './installable-app.ts'
import { isFirstScreenLongList, hasFirstScreenSeveralCards } from './long-list.ts'
import { renderNotLoadedMessage } from './not-loaded-message.ts'
import { addTrackingScripts } from './tracking-scripts.ts'
import { readPortalTypeface } from './typeface-sheet.ts'

const monthS = 30 * dayS
const yearS = 365 * dayS
const immutableCaching = `public, max-age=${yearS}, immutable`

export type PageServingDependencies = {
  config: Config
  brands: LoadedBrands
  answerFirst: FirstCallAnswerer
  drawFirst: RequestedScreenDrawer
}

/**
 * Serves the built page: its assets, which browsers cache for a year because their names have a digest, and the files
 * of each brand. Returns functions that send the brand's document.
 */
export async function addPageRoutes(app: FastifyInstance, dependencies: PageServingDependencies): Promise<PageSender> {
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
  const portalTypeface = await readPortalTypeface(directory, template)
  const pages = new Map(
    [...brands.brands].map(([id, brand]) => [
      id,
      createBrandDocument(template, brand, { more: renderInstallableHeadElements(brand, extras), portalTypeface }),
    ]),
  )
  addInstallableAppRoutes(app, {
    ...extras,
    brands: brands.brands.values(),
    brandOfRequest: (request) => chooseBrand(brands, config.brand, brandHintsOf(request)),
  })
  for (const page of pages.values()) addBrandFiles(app, page)
  const { session } = createSessionCookies(config)
  return {
    send: (request, reply) => sendPage({ ...dependencies, session }, pages, { request, reply }),
    layOutPlain: (request, document) => {
      const { settings } = chooseBrand(brands, config.brand, brandHintsOf(request))
      const page = pages.get(settings.id) ?? { html: '', typefaceSheet: null }
      const html = renderPlainDocument(page, settings, document)
      const appearance = parseAppearance(request.cookies[appearanceCookie])
      return preparePageDocument(html, { address: '', isSessionExpected: false, appearance })
    },
  }
}

export type PageSender = {
  /** Sends the document of the page, in the brand of the request. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Returns a document without scripts, with the style and the brand of the request. */
  layOutPlain(request: FastifyRequest, document: PlainDocumentContent): string
}

function addBrandFiles(app: FastifyInstance, page: BrandDocument): void {
  const serve = (url: string, type: string, content: string | Uint8Array) =>
    app.get(url, async (_request, reply) => reply.type(type).header('cache-control', immutableCaching).send(content))
  serve(page.themePath, 'text/css; charset=utf-8', page.themeCss)
  if (page.typefaceSheet) serve(page.typefaceSheet.path, 'text/css; charset=utf-8', page.typefaceSheet.css)
  serve(page.faviconPath, 'image/svg+xml', page.faviconSvg)
  for (const { path: url, content } of page.typefaceFiles) serve(url, 'font/woff2', content)
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

async function sendPage(
  { config, brands, session, answerFirst, drawFirst }: PageServingDependencies & Pick<SessionCookies, 'session'>,
  pages: ReadonlyMap<string, BrandDocument>,
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
  const laidOut = preparePageDocument(html, {
    address,
    notLoaded: renderNotLoadedMessage(settings, languageOfReader(request)),
    isSessionExpected,
    answers: first?.areShort ? first.answers : null,
    drawn: await drawFirst({ request, address, brand: settings, apiAnswers: first }),
    showsMany: first !== null && isFirstScreenLongList(address, first.answers),
    showsSeveral: hasFirstScreenSeveralCards(address, first?.answers ?? null),
    appearance: parseAppearance(request.cookies[appearanceCookie]),
  })
  const trackedDocument = addTrackingScripts(laidOut, config.tracking, {
    cookies: request.headers.cookie ?? '',
    privacyCookie,
  })
  if (trackedDocument) reply.header('content-security-policy', trackedDocument.policy)
  if (isPublicPage(address)) reply.removeHeader('x-robots-tag')
  reply
    .code(pageStatusOf(isPagePath(address)))
    // A browser does not store a document with the API's answers, so no personal data stays in its cache.
    .headers({ 'cache-control': first ? 'no-store' : 'no-cache', 'permissions-policy': pagePermissionsPolicy })
    .type('text/html; charset=utf-8')
  // Compression is safe even if an attacker compares lengths: the document contains no token and no text of the
  // request.
  return sendCompressibleText(exchange, trackedDocument?.html ?? laidOut)
}

const publicPages = new Set(['/', '/info', '/help', '/help/accessibility'])

/** Whether search engines may list the page. They may list only pages without personal data. */
function isPublicPage(address: string): boolean {
  return publicPages.has(address) || address.startsWith('/policies/')
}

function keepBrand(reply: FastifyReply, id: string): void {
  void reply.setCookie(brandCookieName, id, { path: '/', maxAge: monthS, sameSite: 'lax', httpOnly: true })
}
