import { expect, type Page } from '@playwright/test'

/** The layout shifts of a page: their total score, and the elements that moved. */
export type LayoutShifts = { score: number; moved: string[] }

/**
 * Records each layout shift, except in the frames that draw the response to a press or a key.
 *
 * Chromium itself ignores all shifts in the half second after an input. The test's server answers so fast that Chromium
 * would then ignore the shifts that the answers cause.
 */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; sources?: readonly { node: Node | null }[] }
    const framesOfResponse = 3
    const entries: { entry: Entry; moved: string[] }[] = []
    const responses: { from: number; to: number }[] = []
    const observer = new PerformanceObserver((list) => record(list.getEntries() as Entry[]))
    observer.observe({ type: 'layout-shift', buffered: true })
    for (const input of ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'submit'])
      addEventListener(input, startResponse, true)

    function startResponse(): void {
      const response = { from: performance.now(), to: Number.POSITIVE_INFINITY }
      responses.push(response)
      let left = framesOfResponse
      const next = () => {
        left -= 1
        if (left > 0) requestAnimationFrame(next)
        else response.to = performance.now()
      }
      requestAnimationFrame(next)
    }

    function record(list: readonly Entry[]): void {
      for (const entry of list)
        entries.push({
          entry,
          moved: (entry.sources ?? []).map(({ node }) => `${entry.value.toFixed(3)} ${nameOf(node)}`),
        })
    }

    function shift(): LayoutShifts {
      record(observer.takeRecords() as Entry[])
      const isResponse = ({ startTime }: Entry) => responses.some(({ from, to }) => startTime > from && startTime < to)
      const own = entries.filter(({ entry }) => !isResponse(entry))
      return { score: own.reduce((sum, { entry }) => sum + entry.value, 0), moved: own.flatMap(({ moved }) => moved) }
    }

    function nameOf(node: Node | null): string {
      const element = node instanceof Element ? node : node?.parentElement
      return element ? `${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}` : 'removed'
    }

    Object.assign(window, { shift })
  })
}

/** Returns the layout shifts since the document was opened. `recordLayoutShifts` must have been called before. */
export async function readLayoutShifts(page: Page): Promise<LayoutShifts> {
  return page.evaluate(() => (window as unknown as { shift(): LayoutShifts }).shift())
}

/** Resolves after the page has drawn its current state. */
async function drawn(page: Page): Promise<void> {
  const frames = page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  )
  // Ignores the error of a page that the test has left, because such a page draws nothing more.
  await frames.catch(() => undefined)
}

/** The browser waits for these resources before it draws for the first time, so their answers are not delayed. */
const blocking = ['document', 'stylesheet']

export type DelayedAnswers = {
  /** Resolves when no request is open and everything is drawn. */
  waitUntilAnswered(): Promise<void>
}

/**
 * Delays answers. The answers arrive in the order of the requests, each after the page has drawn itself without that
 * answer.
 */
export async function delayAnswers(page: Page): Promise<DelayedAnswers> {
  let previous = Promise.resolve()
  let loading = 0
  page.on('request', () => (loading += 1))
  page.on('requestfinished', () => (loading -= 1))
  page.on('requestfailed', () => (loading -= 1))
  await page.route('**/*', async (route) => {
    if (!blocking.includes(route.request().resourceType())) {
      previous = previous.then(async () => drawn(page))
      await previous
    }
    await route.fallback()
  })
  return {
    async waitUntilAnswered() {
      await expect(page.getByRole('progressbar').filter({ visible: true })).toHaveCount(0)
      await expect.poll(() => loading).toBeLessThanOrEqual(0)
      await drawn(page)
    },
  }
}
