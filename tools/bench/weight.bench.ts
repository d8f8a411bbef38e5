import type { Browser, Cookie } from '@playwright/test'
import { withPages } from './page/portal.ts'
import { printFigure, printRatio } from './print.ts'

// Measures the size of the script that the appliance list loads until it is complete and live, in English, with an empty
// cache, brotli-compressed. The baseline is React with one component, built by the same Vite.
const barScript = { atMost: 140 }
const barRatio = { atMost: 2.8 }

type WeighedView = { url: string; cookies?: readonly Cookie[]; shows: string }

await withPages(async ({ browser, portalUrl, bareUrl, cookies }) => {
  const script = await scriptKb(browser, { url: `${portalUrl}/appliances`, cookies, shows: 'article' })
  const bareScript = await scriptKb(browser, { url: bareUrl, shows: 'main' })
  const figures = `a bare page ${bareScript.toFixed(1)} kB`
  printFigure('script of the first signed-in view', [script], { unit: 'kB', bar: barScript, figures })
  printRatio('script, against a bare page', [[script], [bareScript]], { bar: barRatio, figures })
})

/** Opens the view until the selector `shows` matches and the network is idle. Returns the transferred kB of script. */
async function scriptKb(browser: Browser, { url, cookies = [], shows }: WeighedView): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(url)
  await page.locator(shows).first().waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
  await context.close()
  return bytes / 1000
}
