import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Cookie } from '@playwright/test'
import { readerLocaleCookie } from '#contract/first-screen.ts'
import { requestFault, requestedFaultsPath } from '#stand-ins/gateways/requested-faults.ts'
import { demoRegistryFile, readRegistryFile } from '#stand-ins/registry-file.ts'
import { findChromium } from '../../../scripts/chromium.ts'
import { demoPassword, demoEmails } from '../../../scripts/demo/people.ts'
import { findFreePorts } from '../../../scripts/free-ports.ts'
import { demoPortCount, readDemoSettings } from '../../../scripts/processes/demo-settings.ts'
import { createDemo } from '../../../scripts/processes/demo.ts'
import { startBarePage } from './bare-page.ts'

/**
 * The URLs of the portal and of the baseline, and a browser. `cookies`: the session cookies of the demo's owner, who
 * has three appliances.
 */
export type BenchPages = {
  browser: Browser
  portalUrl: string
  databaseUrl: string
  bareUrl: string
  cookies: Cookie[]
}

/** Builds the web app, starts the portal, the baseline and a browser, runs `measure`, and stops all three. */
export async function runWithBenchPages(measure: (pages: BenchPages) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-page-'))
  const browser = await startBrowser()
  const bare = await startBarePage(path.join(folder, 'bare'))
  const portal = await startPortal(path.join(folder, 'data'))
  try {
    const cookies = await signIn(browser, portal.url)
    await measure({ browser, portalUrl: portal.url, databaseUrl: portal.databaseUrl, bareUrl: bare.url, cookies })
  } finally {
    await Promise.all([browser.close(), bare.stop(), portal.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

type Portal = { url: string; databaseUrl: string; stop(): Promise<void> }

async function startPortal(dataDir: string): Promise<Portal> {
  const settings = readDemoSettings({ PORT: String(await findFreePorts(demoPortCount)), DATA_DIR: dataDir })
  const printError = (text: string): void => void process.stderr.write(`${text}\n`)
  await keepGatewaysWell(dataDir)
  const demo = createDemo({ settings, printLine: () => {}, printError, giveUp: printError })
  const stop = () => demo.stop()
  const { sessionUrl: databaseUrl } = await demo.start().catch(async (error: Error) => {
    await stop()
    throw error
  })
  return { url: settings.portalUrl, databaseUrl, stop }
}

// Ends the simulated faults. They depend on the time of day, and their panel changes the size of the page.
async function keepGatewaysWell(dataDir: string): Promise<void> {
  await mkdir(dataDir)
  const simulated = (await readRegistryFile(demoRegistryFile)).filter((gateway) => gateway.simulated)
  for (const { serial } of simulated) await requestFault(requestedFaultsPath(dataDir), serial, null)
}

function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
}

async function signIn(browser: Browser, url: string): Promise<Cookie[]> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${url}/appliances`)
  await page.getByLabel('Email').fill(demoEmails.owner)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
  // Waits for the cookie that the app sets when the browser is idle.
  await page.waitForFunction((name) => document.cookie.includes(name), readerLocaleCookie)
  const cookies = await context.cookies(url)
  await context.close()
  return cookies
}
