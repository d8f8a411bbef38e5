import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { demoPassword, demoEmails } from '../scripts/demo/people.ts'
import { findFreePorts } from '../scripts/free-ports.ts'
import { createDemo } from '../scripts/processes/demo.ts'
import { type DemoSettings, demoPortCount, readDemoSettings } from '../scripts/processes/demo-settings.ts'

/** Returns the settings of a demo at free ports, whose data are in `dataDir`. */
export async function findDemoSettings(dataDir: string): Promise<DemoSettings> {
  return readDemoSettings({ PORT: String(await findFreePorts(demoPortCount)), DATA_DIR: dataDir })
}

/**
 * Starts a demo. Passes the function that stops the demo to `runAtEnd` before the start, so that it also runs if the start
 * fails.
 */
export async function startDemo(
  settings: DemoSettings,
  { printLine, runAtEnd }: { printLine: (text: string) => void; runAtEnd: (end: () => Promise<void>) => void },
): Promise<void> {
  const { start, stop } = createDemo({ settings, printLine, printError: printLine, giveUp: printLine })
  runAtEnd(stop)
  await start()
}

/**
 * Starts a demo with new data and a browser, runs `work`, and ends both. `prepare` runs before the start, with the
 * settings of the demo.
 */
export async function runWithDemo(
  work: (settings: DemoSettings, browser: Browser) => Promise<void>,
  prepare: (settings: DemoSettings) => Promise<void> = async () => {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  const browser = await launchChromium()
  const settings = await findDemoSettings(join(folder, 'data'))
  let stopDemo = async (): Promise<void> => {}
  try {
    await prepare(settings)
    const printLine = (text: string): void => void process.stderr.write(`${text}\n`)
    await startDemo(settings, { printLine, runAtEnd: (end) => (stopDemo = end) })
    await work(settings, browser)
  } finally {
    await Promise.all([browser.close(), stopDemo()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts the Chromium of this machine, or that of Playwright. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
}

/** Signs in as the owner of the demo with the form, and waits for the list of appliances. */
export async function signInAsDemoOwner(page: Page, portalUrl: string): Promise<void> {
  await page.goto(`${portalUrl}/appliances`)
  await page.getByLabel('Email').fill(demoEmails.owner)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
}
