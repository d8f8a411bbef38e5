import type { Browser } from '@playwright/test'
import { type MeasuredView, type Moments, type Times, timeToContent } from './first-card/time-to-content.ts'
import { withPages } from './page/portal.ts'

// How long people wait on a phone for what they came for: the first real card of the list for its owner, the first words
// of a page without sign-in and of a legal text. Against React showing the same card from one request, built by the same
// Vite behind the same kind of server. Skeletons do not count. The card of the list is seen before the page's script has come,
// which it takes to press it: both are told.
const rounds = 3
const bars = { seen: { cold: 3, warm: 3.2 }, alive: { cold: 3, warm: 3.2 }, signedOut: { cold: 1.8, warm: 1.5 } }

await withPages(async ({ browser, portalUrl, bareUrl, cookies }) => {
  const [floor, list, signedOut, legal] = await inTurn(browser, [
    { url: bareUrl, shows: 'article' },
    { url: `${portalUrl}/appliances`, shows: 'article', cookies },
    { url: `${portalUrl}/auth-failed`, shows: 'h1' },
    { url: `${portalUrl}/policies/en/GB/imprint`, shows: 'article' },
  ])
  for (const visit of ['cold', 'warm'] as const) {
    const bare = floor[visit].alive
    print(`first card of the list seen, ${visit}`, { ours: list[visit].seen, floor: bare, bar: bars.seen[visit] })
    print(`first card of the list alive, ${visit}`, { ours: list[visit].alive, floor: bare, bar: bars.alive[visit] })
    print(`signed out, ${visit}`, { ours: signedOut[visit].alive, floor: bare, bar: bars.signedOut[visit] })
    print(`a legal text, ${visit}`, { ours: legal[visit].alive, floor: bare })
  }
})

/** The medians of visits made in turn, so that what disturbs the machine disturbs all. */
async function inTurn<Views extends readonly MeasuredView[]>(browser: Browser, views: readonly [...Views]) {
  const times = views.map((): Times[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, view] of views.entries()) times[index]?.push(await timeToContent(browser, view))
  }
  return times.map(medians) as { [Index in keyof Views]: Times }
}

function medians(times: readonly Times[]): Times {
  return { cold: mediansOf(times.map(({ cold }) => cold)), warm: mediansOf(times.map(({ warm }) => warm)) }
}

function mediansOf(moments: readonly Moments[]): Moments {
  return { seen: median(moments.map(({ seen }) => seen)), alive: median(moments.map(({ alive }) => alive)) }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
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
