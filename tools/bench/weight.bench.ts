import type { Browser, Cookie, ViewportSize } from '@playwright/test'
import { runWithBenchPages } from './page/bench-pages.ts'
import { printFigure, printRatio } from './print-figures.ts'

// Measures the data that the browser loads until the appliance list is complete and live, in English, with an empty
// cache, compressed with brotli. Measures all data with headers on a laptop and on a phone, and separately the scripts.
// The baseline is React with one component, built by the same Vite.
const scriptLimit = { atMost: 140 }
const ratioLimit = { atMost: 2.8 }
const totalLimit = { atMost: 200 }
const requestsLimit = { atMost: 20 }

const laptop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

type WeighedView = { url: string; cookies?: readonly Cookie[]; shows: string; screen: ViewportSize }

/** The loaded data: `all` and `script` in kB, and the number of requests. */
type Weight = { all: number; script: number; requests: number }

await runWithBenchPages(async ({ browser, portalUrl, bareUrl, cookies }) => {
  const list = { url: `${portalUrl}/appliances`, cookies, shows: 'article' }
  const onLaptop = await weigh(browser, { ...list, screen: laptop })
  const onPhone = await weigh(browser, { ...list, screen: phone })
  const bare = await weigh(browser, { url: bareUrl, shows: 'main', screen: laptop })
  for (const [name, { all, requests }] of Object.entries({ 'a laptop': onLaptop, 'a phone': onPhone })) {
    const where = `the first signed-in view on ${name}`
    printFigure(where, [all], { unit: 'kB', limit: totalLimit, figures: 'with headers' })
    printFigure(`requests of ${where}`, [requests], {
      unit: '',
      digits: 0,
      limit: requestsLimit,
      figures: 'with the socket',
    })
  }
  const figures = `a bare page ${bare.script.toFixed(1)} kB`
  printFigure('script of the first signed-in view', [onLaptop.script], { unit: 'kB', limit: scriptLimit, figures })
  printRatio('script, against a bare page', [[onLaptop.script], [bare.script]], { limit: ratioLimit, figures })
})

/**
 * Opens the view, and waits until an element matches the selector `shows` and the network is idle. Returns the sizes
 * of the answers.
 */
async function weigh(browser: Browser, { url, cookies = [], shows, screen }: WeighedView): Promise<Weight> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: screen, hasTouch: screen === phone })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const sizes: Promise<{ all: number; script: number }>[] = []
  let requests = 0
  page.on('request', () => (requests += 1))
  page.on('websocket', () => (requests += 1))
  page.on('requestfinished', (request) => {
    const isScript = request.resourceType() === 'script'
    const read = async () => {
      const { responseHeadersSize, responseBodySize } = await request.sizes()
      return { all: responseHeadersSize + responseBodySize, script: isScript ? responseBodySize : 0 }
    }
    sizes.push(read())
  })
  await page.goto(url)
  await page.locator(shows).first().waitFor()
  await page.waitForLoadState('networkidle')
  const read = await Promise.all(sizes)
  await context.close()
  const sum = (of: 'all' | 'script') => read.reduce((total, each) => total + each[of], 0) / 1000
  return { all: sum('all'), script: sum('script'), requests }
}
