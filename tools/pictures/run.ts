import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { findDemoSettings, launchChromium, signInAsDemoOwner, startDemo } from '../demo.ts'

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
const dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
const settings = await findDemoSettings(dataDir)
const browser = await launchChromium()
let stopDemo = async (): Promise<void> => {}
try {
  const printLine = (text: string): void => void process.stderr.write(`${text}\n`)
  await startDemo(settings, { printLine, runAtEnd: (end) => (stopDemo = end) })
  await mkdir(folder, { recursive: true })
  for (const picture of pictures) await takePicture(picture)
} finally {
  await browser.close()
  await stopDemo()
  await rm(dataDir, { recursive: true, force: true })
}

async function takePicture({ name, options, show }: Picture): Promise<void> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    baseURL: settings.portalUrl,
    ...options,
  })
  const page = await context.newPage()
  await signInAsDemoOwner(page, settings.portalUrl)
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
