import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { runWithDemo, signInAsDemoOwner } from '../demo.ts'

// `npm run pictures`: takes the pictures of the README from the current demo.

type Picture = {
  name: string
  options: BrowserContextOptions
  /** Opens the subject, and resolves when it is ready. */
  show(page: Page): Promise<void>
}

const desk = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

const pictures: readonly Picture[] = [
  { name: 'appliances', options: { viewport: desk }, show: showList },
  { name: 'appliances-dark', options: { viewport: desk, colorScheme: 'dark' }, show: showList },
  { name: 'phone', options: { viewport: phone, deviceScaleFactor: 2 }, show: showList },
  { name: 'history', options: { viewport: desk }, show: showHistory },
]

const folder = join(import.meta.dirname, '../../docs/pictures')
await mkdir(folder, { recursive: true })
await runWithDemo(async ({ portalUrl }, browser) => {
  for (const picture of pictures) await takePicture(browser, portalUrl, picture)
})

async function takePicture(browser: Browser, portalUrl: string, { name, options, show }: Picture): Promise<void> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    baseURL: portalUrl,
    ...options,
  })
  const page = await context.newPage()
  await signInAsDemoOwner(page, portalUrl)
  await show(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`) })
  process.stdout.write(`docs/pictures/${name}.png\n`)
  await context.close()
}

/** Reloads the list. The first load, after the sign-in, has cached the typeface, so the picture shows it. */
async function showList(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.reload()
  await page.getByRole('article').first().waitFor()
}

async function showHistory(page: Page): Promise<void> {
  await page.getByRole('article').first().getByRole('link', { name: 'History' }).click()
  await page.getByRole('radio', { name: '7 days' }).check()
  await page.getByRole('button', { name: 'Show as table' }).waitFor()
}
