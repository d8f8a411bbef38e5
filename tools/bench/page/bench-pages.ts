import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Cookie } from '@playwright/test'
import { readerLocaleCookie } from '#contract/first-screen.ts'
import { requestFault, requestedFaultsPath } from '#stand-ins/gateways/requested-faults.ts'
import { demoRegistryFile, readRegistryFile } from '#stand-ins/registry-file.ts'
import { findDemoSettings, launchChromium, signInAsDemoOwner, startDemo } from '../../demo.ts'
import { startBarePage } from './bare-page.ts'

/**
 * The URLs of the portal and of the baseline, and a browser. `cookies`: the session cookies of the demo's owner, who
 * has three appliances.
 */
export type BenchPages = { browser: Browser; portalUrl: string; bareUrl: string; cookies: Cookie[] }

/** Builds the web app, starts the portal, the baseline and a browser, runs `measure`, and stops all three. */
export async function runWithBenchPages(measure: (pages: BenchPages) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-page-'))
  const browser = await launchChromium()
  const bare = await startBarePage(path.join(folder, 'bare'))
  const settings = await findDemoSettings(path.join(folder, 'data'))
  await endSimulatedFaults(settings.dataDir)
  let stopDemo = async (): Promise<void> => {}
  try {
    const printLine = (text: string): void => void process.stderr.write(`${text}\n`)
    await startDemo(settings, { printLine, runAtEnd: (end) => (stopDemo = end) })
    const cookies = await signIn(browser, settings.portalUrl)
    await measure({ browser, portalUrl: settings.portalUrl, bareUrl: bare.url, cookies })
  } finally {
    await Promise.all([browser.close(), bare.stop(), stopDemo()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ends the simulated faults: they depend on the time of day, and the panel that shows them changes the page's size. */
async function endSimulatedFaults(dataDir: string): Promise<void> {
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
