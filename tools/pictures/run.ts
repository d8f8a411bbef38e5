import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import { demoPassword, demoEmails } from '../../scripts/demo/people.ts'
import { findFreePorts } from '../../scripts/free-ports.ts'
import { demoPortCount, readDemoSettings } from '../../scripts/processes/demo-settings.ts'
import { createDemo } from '../../scripts/processes/demo.ts'

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
const settings = readDemoSettings({ PORT: String(await findFreePorts(demoPortCount)), DATA_DIR: dataDir })
const printError = (text: string): void => void process.stderr.write(`${text}\n`)
const demo = createDemo({ settings, printLine: printError, printError, giveUp: printError })
const executablePath = findChromium()
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
try {
  await demo.start()
  await mkdir(folder, { recursive: true })
  for (const picture of pictures) await takePicture(browser, picture)
} finally {
  await browser.close()
  await demo.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function takePicture(from: Browser, { name, options, show }: Picture): Promise<void> {
  const context = await from.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    baseURL: settings.portalUrl,
    ...options,
  })
  const page = await context.newPage()
  await signIn(page)
  await show(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`) })
  process.stdout.write(`docs/pictures/${name}.png\n`)
  await context.close()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/appliances')
  await page.getByLabel('Email').fill(demoEmails.owner)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
}

/** Reloads the list. The first load, after the sign-in, has cached the typeface, so the picture shows the typeface. */
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
