import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Cookie } from '@playwright/test'
import { readerLocaleCookie } from '#contract/first-screen.ts'
import { requestFault, requestedFaultsPath } from '#stand-ins/gateways/requested-faults.ts'
import { demoRegistryFile, readRegistryFile } from '#stand-ins/registry-file.ts'
import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
import { runWithDemo, signInAsDemoOwner } from '../demo.ts'
import { startBarePage } from './page/bare-page.ts'
import { type MeasuredView, measureTimeToContent } from './page/time-to-content.ts'
import { compareWithBaseline } from './compare-with-baseline.ts'
import { printFigure } from './print-figures.ts'

// Measures the first view of an owner: the size of its scripts, and how long a person on a phone waits for the first
// real card. Skeletons do not count. The card is visible before the script of the page has loaded, and reacts to clicks
// only afterwards; the benchmark prints both times.
//
// The baseline is a React page that shows the same card from one request, built by the same Vite and served in the
// same way.

/** The limits: of the time until the card is visible in seconds, and of the time until it reacts to clicks as a ratio. */
const limits = {
  cold: { seen: { atMost: 2 }, alive: { atMost: 1.3 } },
  warm: { seen: { atMost: 1.2 }, alive: { atMost: 1.8 } },
}
const visits = ['cold', 'warm'] as const

const folder = await mkdtemp(path.join(tmpdir(), 'bench-page-'))
const bare = await startBarePage(folder)
try {
  await runWithDemo(measurePage, endSimulatedFaults)
} finally {
  await bare.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measurePage({ portalUrl }: DemoSettings, browser: Browser): Promise<void> {
  const list = { url: `${portalUrl}/appliances`, shows: 'article', cookies: await signIn(browser, portalUrl) }
  printFigure('script of the first signed-in view', [await weighScripts(browser, list)], {
    unit: 'kB',
    limit: { atMost: 140 },
    figures: 'with brotli, without headers',
  })
  const measure = (view: MeasuredView) => () => measureTimeToContent(browser, view)
  const times = await compareWithBaseline(
    { baseline: measure({ url: bare.url, shows: 'article' }), ours: measure(list) },
    {
      rounds: 7,
      figures: visits.map((visit) => ({
        label: `first card of the list alive, ${visit}, against a bare page`,
        of: (one: Times) => one[visit].alive / 1000,
        unit: 's',
        digits: 2,
        limit: limits[visit].alive,
      })),
    },
  )
  for (const visit of visits) {
    const seen = { unit: 's', digits: 2, limit: limits[visit].seen, figures: 'on slow 4G' }
    const values = times.ours.map((one) => one[visit].seen / 1000)
    printFigure(`first card of the list seen, ${visit}`, values, seen)
  }
}

type Times = Awaited<ReturnType<typeof measureTimeToContent>>

type WeighedView = { url: string; shows: string; cookies: readonly Cookie[] }

/** Opens the view with an empty cache until the network is idle. Returns the size of its scripts in kB. */
async function weighScripts(browser: Browser, { url, cookies, shows }: WeighedView): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize / 1000))
  })
  await page.goto(url)
  await page.locator(shows).first().waitFor()
  await page.waitForLoadState('networkidle')
  const read = await Promise.all(sizes)
  await context.close()
  return read.reduce((total, size) => total + size, 0)
}

/** Ends the simulated faults: they depend on the time of day, and the panel that shows them changes the page's size. */
async function endSimulatedFaults({ dataDir }: DemoSettings): Promise<void> {
  await mkdir(dataDir)
  const simulated = (await readRegistryFile(demoRegistryFile)).filter((gateway) => gateway.simulated)
  for (const { serial } of simulated) await requestFault(requestedFaultsPath(dataDir), serial, null)
}

async function signIn(browser: Browser, portalUrl: string): Promise<Cookie[]> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await signInAsDemoOwner(page, portalUrl)
  // Waits for the cookie that the app sets when the browser is idle.
  await page.waitForFunction((name) => document.cookie.includes(name), readerLocaleCookie)
  const cookies = await context.cookies(portalUrl)
  await context.close()
  return cookies
}
