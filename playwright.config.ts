import { defineConfig } from '@playwright/test'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './scripts/chromium.ts'
import { findFreePorts } from './scripts/free-ports.ts'
import { reportPath } from './scripts/run-stages.ts'
import { demoPortCount } from './scripts/processes/demo-settings.ts'

// Every worker process of Playwright reads this file again. The environment variables make all of them use the values
// that the first process chose.
process.env['E2E_PORT'] ??= await chooseFirstPort()
process.env['E2E_CHROMIUM'] ??= findChromium() ?? ''
const port = process.env['E2E_PORT']
const chromium = process.env['E2E_CHROMIUM']

async function chooseFirstPort(): Promise<string> {
  const chosenProjects = String(await findFreePorts(demoPortCount))
  process.once('exit', () => rmSync(dataDir(chosenProjects), { recursive: true, force: true }))
  return chosenProjects
}

function dataDir(ofPort: string): string {
  return join(import.meta.dirname, '.data', `e2e-${ofPort}`)
}

/**
 * The configuration of the end-to-end tests. They run the whole portal through `npm start`, with a new demo and the
 * built web app.
 */
export default defineConfig({
  testDir: 'e2e',
  // Skips the tests that write evidence for buyers; `npm run evidence` runs them.
  testIgnore: /\/e2e\/evidence\//u,
  outputDir: 'dist/e2e',
  // Uses one worker more than there are cores, because a test waits for the portal a fifth of its time.
  workers: Math.min(availableParallelism() + 1, 4),
  forbidOnly: true,
  // Retries only in CI, on shared machines. Playwright reports each retried test.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: reportPath('e2e') }]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Playwright can intercept only requests that no service worker handles. Tests about the service worker allow it.
    serviceWorkers: 'block',
    // Switches animations off. The tests in e2e/journeys switch them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Records a trace only when a test is retried, because recording every test would take a third of the time.
    // `--trace on` records all.
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
