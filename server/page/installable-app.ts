import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { LoadedBrand } from '#brands/brand.ts'
import { compileTheme } from '#brands/theme.ts'
import { type ServiceWorkerBrand, serviceWorkerMetaName, serviceWorkerPath } from '#contract/service-worker.ts'
import { type FixedTextSender, createFixedTextSender } from '#server/http/fixed-text-sender.ts'

const manifestPath = '/manifest.webmanifest'

const icon = z.object({ purpose: z.enum(['any', 'maskable', 'touch']), size: z.number(), path: z.string() })

/**
 * A bitmap of a brand's icon. The purpose `touch` is for iOS; all other purposes are those of the W3C Web Application
 * Manifest.
 */
type BrandIcon = z.infer<typeof icon>

/**
 * Files that the build adds: the icons of each brand and the script of the service worker. If the page is served from
 * its sources, `icons` is empty and `worker` is null.
 */
export type InstallableFiles = { icons: Readonly<Record<string, readonly BrandIcon[]>>; worker: string | null }

/**
 * Reads the icons and the service worker from the folder of the built page. If a file is missing, its field is empty
 * or null.
 */
export async function readInstallableFiles(directory: string): Promise<InstallableFiles> {
  const [icons, worker] = await Promise.all(
    ['icons.json', 'service-worker.js'].map((file) => readIfPresent(path.join(directory, file))),
  )
  return { icons: z.record(z.string(), z.array(icon)).parse(JSON.parse(icons ?? '{}')), worker: worker ?? null }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export type InstallableAppDependencies = {
  brands: Iterable<LoadedBrand>
  extras: InstallableFiles
  /** Whether the operator has enabled the service worker. */
  isWorkerOn: boolean
  brandOfRequest(request: FastifyRequest): LoadedBrand
}

/**
 * Serves the web app manifest and the service worker, each for the brand of the request. Without a service worker it
 * serves `selfRemovingWorker`. Specification 11.5.
 */
export function addInstallableAppRoutes(app: FastifyInstance, dependencies: InstallableAppDependencies): void {
  const { brands, brandOfRequest } = dependencies
  const answers = new Map([...brands].map((brand) => [brand.settings.id, answersOf(brand, dependencies)]))
  const answer = (request: FastifyRequest) => answers.get(brandOfRequest(request).settings.id)
  app.get(manifestPath, async (request, reply) => answer(request)?.manifest(request, reply))
  app.get(serviceWorkerPath, async (request, reply) => answer(request)?.worker(request, reply))
}

type Answers = Readonly<Record<'manifest' | 'worker', FixedTextSender>>

function answersOf(
  brand: LoadedBrand,
  { extras: { icons, worker }, isWorkerOn }: Pick<InstallableAppDependencies, 'extras' | 'isWorkerOn'>,
): Answers {
  const manifest = JSON.stringify(manifestOf(brand, icons[brand.settings.id] ?? []))
  const script =
    isWorkerOn && worker !== null ? withBrand(worker, brand, icons[brand.settings.id] ?? []) : selfRemovingWorker
  return {
    manifest: createFixedTextSender(manifest, 'application/manifest+json; charset=utf-8'),
    worker: createFixedTextSender(script, 'text/javascript; charset=utf-8'),
  }
}

function manifestOf({ settings, theme }: LoadedBrand, icons: readonly BrandIcon[]) {
  return {
    id: '/',
    name: settings.title,
    short_name: settings.name,
    start_url: '/appliances',
    scope: '/',
    display: 'standalone',
    background_color: theme.light['surface'],
    theme_color: theme.light['raised'],
    icons: icons
      .filter(({ purpose }) => purpose !== 'touch')
      .map(({ purpose, size, path: src }) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })),
  }
}

/**
 * Returns the elements of the head that make a page installable. Browsers request the manifest with cookies, because
 * in the demo a cookie chooses the brand.
 */
export function renderInstallableHeadElements(
  { settings }: LoadedBrand,
  { extras, isWorkerOn }: Pick<InstallableAppDependencies, 'extras' | 'isWorkerOn'>,
): string[] {
  const touch = extras.icons[settings.id]?.find(({ purpose }) => purpose === 'touch')
  return [
    `<link rel="manifest" href="${manifestPath}" crossorigin="use-credentials">`,
    ...(touch ? [`<link rel="apple-touch-icon" href="${touch.path}">`] : []),
    ...(isWorkerOn && extras.worker !== null
      ? [`<meta name="${serviceWorkerMetaName}" content="${serviceWorkerPath}">`]
      : []),
  ]
}

/** The size of the icon that operating systems show next to a push message. */
const pushIconPx = 192

function withBrand(worker: string, { settings, logoSvg, theme }: LoadedBrand, icons: readonly BrandIcon[]): string {
  const shownIcon = icons.find(({ purpose, size }) => purpose === 'any' && size === pushIconPx)
  const brand: ServiceWorkerBrand = {
    title: settings.title,
    logoSvg,
    themeCss: compileTheme(theme),
    icon: shownIcon?.path ?? null,
  }
  return `self.workerBrand=${JSON.stringify(brand)};\n${worker}`
}

/**
 * The script of a service worker that replaces the portal's worker after an operator has disabled it. The script
 * deletes the caches, ends the push subscription and removes itself. Browsers get it because they request the script
 * again at each opening of a page.
 */
export const selfRemovingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  const subscription = await registration.pushManager.getSubscription()
  if (subscription) await subscription.unsubscribe()
  await registration.unregister()
}
`
