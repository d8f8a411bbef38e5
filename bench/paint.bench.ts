import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts } from '../scripts/free-ports.ts'
import { startBarePage } from './page/bare-page.ts'
import { signIn, startBrowser, startPortal } from './page/portal.ts'
import { largestPaint, median, type Visit } from './paint/largest-paint.ts'

// The largest contentful paint by Lighthouse's mobile profile: of the appliance list for its owner, of a page without
// sign-in and of a long legal text, against React with one component from the same Vite behind the same kind of server.
const rounds = 3
const bar = 1.5

const folder = await mkdtemp(path.join(tmpdir(), 'bench-paint-'))
const port = await freePorts(1)
const browser = await startBrowser([`--remote-debugging-port=${port}`])
const bare = await startBarePage(path.join(folder, 'bare'))
const portal = await startPortal(path.join(folder, 'data'))
try {
  const cookies = await signIn(browser, portal.url)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const [floor, list, signedOut, legal] = await inTurn([
    { url: bare.url, port },
    { url: `${portal.url}/appliances`, port, cookie },
    { url: `${portal.url}/auth-failed`, port },
    { url: `${portal.url}/policies/en/GB/imprint`, port },
  ])
  print('largest paint of the appliance list', { ours: list, floor, bar })
  print('largest paint signed out', { ours: signedOut, floor, bar })
  print('largest paint of a legal text', { ours: legal, floor })
} finally {
  await Promise.all([browser.close(), bare.stop(), portal.stop()])
  await rm(folder, { recursive: true, force: true })
}

/** The medians, ms, of visits made in turn, so that what disturbs the machine disturbs all. */
async function inTurn<Visits extends readonly Visit[]>(visits: readonly [...Visits]) {
  const paints = visits.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, visit] of visits.entries()) paints[index]?.push(await largestPaint(visit))
  }
  return paints.map(median) as { [Index in keyof Visits]: number }
}

type Compared = { ours: number; floor: number; bar?: number }

function print(what: string, { ours, floor, bar: atMost }: Compared): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const ratio = ours / floor
  const aim = atMost === undefined ? 'no bar' : `bar at most ${atMost}`
  process.stdout.write(`${what}, against a bare page: ${ratio.toFixed(2)} (${aim})`)
  process.stdout.write(` floor ${seconds(floor)}; ours ${seconds(ours)}\n`)
  if (atMost !== undefined && ratio > atMost) process.exitCode = 1
}
