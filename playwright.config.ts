import { defineConfig } from '@playwright/test'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { systemChromium } from './scripts/chromium.ts'
import { freePorts } from './scripts/free-ports.ts'
import { reportFile } from './scripts/steps.ts'
import { demoPortCount } from './scripts/processes/settings.ts'

// Every worker reads this file again and finds the first choice in the environment.
process.env['E2E_PORT'] ??= await chooseFirstPort()
process.env['E2E_CHROMIUM'] ??= systemChromium() ?? ''
const port = process.env['E2E_PORT']
const chromium = process.env['E2E_CHROMIUM']

async function chooseFirstPort(): Promise<string> {
  const chosen = String(await freePorts(demoPortCount))
  process.once('exit', () => rmSync(dataDir(chosen), { recursive: true, force: true }))
  return chosen
}

function dataDir(ofPort: string): string {
  return join(import.meta.dirname, '.data', `e2e-${ofPort}`)
}

/** The end-to-end tests: the whole product through `npm start`, with a new demo and the built page. */
export default defineConfig({
  testDir: 'e2e',
  // They write evidence for buyers: `npm run evidence`.
  testIgnore: /\/e2e\/evidence\//u,
  outputDir: 'dist/e2e',
  // One more than there are cores, because a journey waits for the product a fifth of its time.
  workers: Math.min(availableParallelism() + 1, 4),
  forbidOnly: true,
  // On shared machines; a retried test is reported as such.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: reportFile('e2e') }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Playwright can only intercept requests that no service worker handles; tests about the worker allow it.
    serviceWorkers: 'block',
    // The journeys run with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each test would cost a third of the time; `--trace on` records one.
    trace: 'on-first-retry',
    launchOptions: chromium ? { executablePath: chromium } : {},
  },
  webServer: {
    command: 'node scripts/with-node.mjs scripts/start.ts',
    cwd: import.meta.dirname,
    env: { PORT: port, DATA_DIR: dataDir(port), TAKEOVER_WAIT_SECONDS: '2' },
    wait: { stdout: /^ready: /mu },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    timeout: 180_000,
  },
})
