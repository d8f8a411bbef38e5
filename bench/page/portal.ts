import { chromium, type Browser, type Cookie } from '@playwright/test'
import { systemChromium } from '../../scripts/chromium.ts'
import { demoPassword, emails } from '../../scripts/demo/people.ts'
import { freePorts } from '../../scripts/free-ports.ts'
import { worldSettings } from '../../scripts/world/settings.ts'
import { createWorld } from '../../scripts/world/world.ts'

const portsOfAWorld = 8

export type Portal = { url: string; stop(): Promise<void> }

/** The whole product with its demo, in a data folder of its own, with the page as it is built from the sources now. */
export async function startPagePortal(dataDir: string): Promise<Portal> {
  const settings = worldSettings({ PORT: String(await freePorts(portsOfAWorld)), DATA_DIR: dataDir })
  const complain = (text: string): void => void process.stderr.write(`${text}\n`)
  const world = createWorld({ settings, say: () => {}, complain, giveUp: complain })
  const stop = () => world.stop()
  await world.start().catch(async (error: Error) => {
    await stop()
    throw error
  })
  return { url: settings.portalUrl, stop }
}

/** The Chromium of this machine. */
export async function startBrowser(options: readonly string[] = []): Promise<Browser> {
  const executablePath = systemChromium()
  return chromium.launch({ args: ['--no-sandbox', ...options], ...(executablePath && { executablePath }) })
}

/** Signs in as the demo's owner of three appliances. Answers the cookies that carry the session. */
export async function signInInBrowser(browser: Browser, url: string): Promise<Cookie[]> {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${url}/appliances`)
  await page.getByLabel('Email').fill(emails.owner)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('article').first().waitFor()
  const cookies = await context.cookies(url)
  await context.close()
  return cookies
}
