import type { Browser, BrowserContext, CDPSession, Cookie } from '@playwright/test'
import { minuteMs } from '#contract/durations.ts'

export type MeasuredView = {
  url: string
  /** A CSS selector that matches the content. */
  shows: string
  cookies?: readonly Cookie[]
}

/**
 * The milliseconds from the request until the content is visible (`seen`), and until it also reacts to clicks
 * (`alive`).
 */
export type TimesToContent = { seen: number; alive: number }

export type ColdAndWarmTimes = { cold: TimesToContent; warm: TimesToContent }

/** The preset 'Slow 4G' of Chromium's developer tools: latency in ms, throughput in bytes a second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const timesSlower = 4
const waitsMs = minuteMs

/**
 * Opens the view on a slow network and CPU, first with an empty cache (`cold`), then again with the filled cache
 * (`warm`). Returns the times of both.
 */
export async function measureTimeToContent(browser: Browser, view: MeasuredView): Promise<ColdAndWarmTimes> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 800 } })
  try {
    await context.addCookies(view.cookies ?? [])
    await context.addInitScript(reportWhenShown, view.shows)
    return { cold: await openView(context, view), warm: await openView(context, view) }
  } finally {
    await context.close()
  }
}

async function openView(context: BrowserContext, { url }: MeasuredView): Promise<TimesToContent> {
  const page = await context.newPage()
  const browser = await context.newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', slow4G)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
  const words = await Promise.all(['contentSeen', 'contentAlive'].map((name) => createPageCallWaiter(browser, name)))
  await page.goto(url, { waitUntil: 'commit' })
  const [seen = Number.NaN, alive = Number.NaN] = await Promise.all(words.map(async (said) => Number(await said())))
  await page.close()
  return { seen, alive }
}

/**
 * Runs in the page. Reports the time of the first frame in which an element that matches `selector` is visible. Also
 * reports the first frame in which such an element is not inert.
 */
function reportWhenShown(selector: string): void {
  const { contentSeen, contentAlive } = window as unknown as Record<string, (ms: string) => void>
  const note = (wanted: string, report: ((ms: string) => void) | undefined) => {
    const checkFrame = () => {
      const isThere = (document.querySelector(wanted)?.getClientRects().length ?? 0) > 0
      requestAnimationFrame(isThere ? () => report?.(`${performance.now()}`) : checkFrame)
    }
    requestAnimationFrame(checkFrame)
  }
  note(selector, contentSeen)
  note(`${selector}:not([inert] *)`, contentAlive)
}

/**
 * Returns a function that waits for the first call of `window[name]` in the page, and resolves to the argument of the
 * call.
 *
 * The wait functions of Playwright are not used, because they run a script in the main thread of the page during the
 * measurement. This takes 0.1 s if the CPU is slowed down four times.
 *
 * @throws Error if there is no call within a minute
 */
async function createPageCallWaiter(devtools: CDPSession, name: string): Promise<() => Promise<string>> {
  const said = Promise.withResolvers<string>()
  devtools.on('Runtime.bindingCalled', ({ name: called, payload }) => {
    if (called === name) said.resolve(payload)
  })
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name })
  return async () => {
    const timer = setTimeout(() => said.reject(new Error(`The page has not called ${name}.`)), waitsMs)
    return said.promise.finally(() => clearTimeout(timer))
  }
}
