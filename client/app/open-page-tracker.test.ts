import { expect, test } from 'vitest'
import { type PageChannel, createOpenPageTracker } from './open-page-tracker.ts'

/** Creates a fake browser whose pages exchange messages. */
function browser() {
  const listeners = new Map<string, (event: { data: unknown }) => void>()
  const signedOut: string[] = []
  const open = (page: string) => {
    const channel: PageChannel = {
      postMessage: (data) => listeners.forEach((receive, other) => other !== page && receive({ data })),
      addEventListener: (_, receive) => void listeners.set(page, receive),
    }
    return createOpenPageTracker(channel, page, () => void signedOut.push(page))
  }
  return Object.assign(open, { signedOut })
}

test('a single page is the last', () => {
  expect(browser()('a').isLast()).toBe(true)
})

test('of several open pages only the last one to close is the last', () => {
  const open = browser()
  const [a, b, c] = [open('a'), open('b'), open('c')]
  expect([a.isLast(), b.isLast(), c.isLast()]).toEqual([false, false, false])
  a.reportLeaving()
  expect([b.isLast(), c.isLast()]).toEqual([false, false])
  c.reportLeaving()
  expect(b.isLast()).toBe(true)
})

test('a page that returns counts again', () => {
  const open = browser()
  const [a, b] = [open('a'), open('b')]
  b.reportLeaving()
  expect(a.isLast()).toBe(true)
  b.reportReturn()
  expect(a.isLast()).toBe(false)
})

test('a page that logs out notifies the others, and not itself', () => {
  const open = browser()
  const [a] = [open('a'), open('b'), open('c')]
  a.reportSignOut()
  expect(open.signedOut).toEqual(['b', 'c'])
})
