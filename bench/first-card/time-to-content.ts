import type { Browser, BrowserContext, Cookie } from '@playwright/test'
import { wordOfPage } from '../page/word-of-page.ts'

export type MeasuredView = {
  url: string
  /** A selector of what people came for. */
  shows: string
  cookies?: readonly Cookie[]
}

/** From the request for the page until what people came for is on the screen; ms. */
export type Times = { cold: number; warm: number }

/** 'Slow 4G' of Chromium's developer tools: its latency for each request, and bytes a second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const timesSlower = 4

/** Visits the view on a slow line and a slow machine, in a browser that knows nothing yet, and once more. */
export async function timeToContent(browser: Browser, view: MeasuredView): Promise<Times> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 800 } })
  try {
    await context.addCookies(view.cookies ?? [])
    await context.addInitScript(noteWhenShown, view.shows)
    return { cold: await visit(context, view), warm: await visit(context, view) }
  } finally {
    await context.close()
  }
}

async function visit(context: BrowserContext, { url }: MeasuredView): Promise<number> {
  const page = await context.newPage()
  const browser = await context.newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', slow4G)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
  const shown = await wordOfPage(browser, 'contentShown')
  await page.goto(url, { waitUntil: 'commit' })
  const ms = Number(await shown())
  await page.close()
  return ms
}

/** Runs in the page: says at which time the first frame came after which an element of `selector` is on the screen. */
function noteWhenShown(selector: string): void {
  const { contentShown } = window as unknown as { contentShown(ms: string): void }
  const look = () => {
    const isThere = (document.querySelector(selector)?.getClientRects().length ?? 0) > 0
    requestAnimationFrame(isThere ? () => contentShown(`${performance.now()}`) : look)
  }
  requestAnimationFrame(look)
}
