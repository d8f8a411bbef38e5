import type { Browser, Cookie } from '@playwright/test'
import { emails } from '../../scripts/demo/people.ts'
import { addAppliances } from './page/many-appliances.ts'
import { withPages } from './page/portal.ts'
import { wordOfPage } from './page/word-of-page.ts'
import { printFigure } from './print.ts'

// The list of an owner of 200, on a phone's screen: how long after the answer the first card stands there, the longest
// task of the main thread from the request for the page until all is quiet, and the most elements while it is scrolled
// to its end. On this machine and four times slower.
const appliances = 200
const ofTheDemo = 3
const rounds = 5
const bars = {
  1: { firstCardMs: { atMost: 250 }, longestTaskMs: { atMost: 100 }, elements: { atMost: 3_000 } },
  4: { firstCardMs: null, longestTaskMs: { atMost: 200 }, elements: { atMost: 3_000 } },
} as const

type Slowness = keyof typeof bars
type Measured = { firstCardMs: number; longestTaskMs: number; elements: number }

await withPages(async ({ browser, portalUrl, databaseUrl, cookies }) => {
  await addAppliances(databaseUrl, { email: emails.owner, count: appliances - ofTheDemo })
  for (const slower of [1, 4] as const) {
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round++) {
      measured.push(await visit(browser, { url: `${portalUrl}/appliances`, cookies, slower }))
    }
    print(slower, measured)
  }
})

type Visit = { url: string; cookies: readonly Cookie[]; slower: Slowness }

async function visit(browser: Browser, { url, cookies, slower }: Visit): Promise<Measured> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 800 } })
  try {
    await context.addCookies(cookies)
    await context.addInitScript(watchTasks, appliances)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const allDrawn = await wordOfPage(devtools, 'allDrawn')
    await page.goto(url, { waitUntil: 'commit' })
    await allDrawn()
    await page.waitForLoadState('networkidle')
    const shown = await page.evaluate(readTimes)
    return { ...shown, elements: await page.evaluate(scrollThrough) }
  } finally {
    await context.close()
  }
}

/** Runs in the page, as the two below. */
function watchTasks(appliancesOfList: number): void {
  const { allDrawn } = window as unknown as { allDrawn(word: string): void }
  const tasks: number[] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const cards = document.getElementsByTagName('article')
  const lookForAll = () => (cards.length < appliancesOfList ? void requestAnimationFrame(lookForAll) : allDrawn(''))
  const look = () => {
    if (cards.length === 0) return void requestAnimationFrame(look)
    requestAnimationFrame(() => performance.mark('first-card'))
    lookForAll()
  }
  requestAnimationFrame(look)
}

function readTimes(): Omit<Measured, 'elements'> {
  const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const answered = requests.find(({ name }) => name.includes('/api/2/connections?'))?.responseEnd ?? Number.NaN
  // The answer may be there before the script that shows it.
  const script = requests.find(({ name }) => /\/page-[^/]+\.js$/u.test(name))?.responseEnd ?? 0
  const shown = performance.getEntriesByName('first-card')[0]?.startTime ?? Number.NaN
  const { tasks } = window as unknown as { tasks: number[] }
  return { firstCardMs: shown - Math.max(answered, script), longestTaskMs: Math.max(0, ...tasks) }
}

async function scrollThrough(): Promise<number> {
  let most = 0
  while (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 1) {
    window.scrollBy(0, 600)
    await new Promise((resolve) => setTimeout(resolve, 50))
    most = Math.max(most, document.querySelectorAll('*').length)
  }
  return most
}

function print(slower: Slowness, measured: readonly Measured[]): void {
  const on = slower === 1 ? 'on this machine' : `${slower} times slower`
  for (const [name, what, unit] of [
    ['firstCardMs', 'first card after answer and script', 'ms'],
    ['longestTaskMs', 'longest task of a visit', 'ms'],
    ['elements', 'elements', ''],
  ] as const) {
    const values = measured.map((each) => each[name])
    const figures = `${appliances} appliances`
    printFigure(`${what}, ${on}`, values, { unit, digits: 0, bar: bars[slower][name], figures })
  }
}
