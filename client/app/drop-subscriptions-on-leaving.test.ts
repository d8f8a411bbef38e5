import { expect, test } from 'vitest'
import { dropSubscriptionsOnLeaving } from './open-page-tracker.ts'

type Fixture = { token?: string | null; isLast?: boolean }

function fixture({ token = 'token', isLast = true }: Fixture = {}) {
  const target = new EventTarget()
  const done: string[] = []
  dropSubscriptionsOnLeaving({
    window: target,
    openPages: {
      isLast: () => isLast,
      reportLeaving: () => void done.push('left'),
      reportReturn: () => void done.push('came'),
      reportSignOut: () => undefined,
    },
    token: () => token,
    fetch: async (url, init) => {
      done.push(`${init.method} ${url} ${init.keepalive} ${new Headers(init.headers).get('authorization')}`)
    },
    onReturn: () => void done.push('returned'),
    flush: () => void done.push('flushed'),
  })
  return {
    done,
    say: (type: string, persisted = false) => target.dispatchEvent(Object.assign(new Event(type), { persisted })),
  }
}

const dropped = 'DELETE /api/2/subscriptions true Bearer token'

test('on page unload while signed in the subscriptions are dropped', () => {
  const { done, say } = fixture()
  say('pagehide')
  expect(done).toEqual(['flushed', 'left', dropped])
})

test('of several open pages only the last one to close drops them', () => {
  const { done, say } = fixture({ isLast: false })
  say('pagehide')
  expect(done).not.toContain(dropped)
})

test('a person who is not signed in has no subscriptions to drop', () => {
  const { done, say } = fixture({ token: null })
  say('pagehide')
  expect(done).toEqual(['flushed', 'left'])
})

test('a page restored from the back-forward cache counts again', () => {
  const { done, say } = fixture()
  say('pageshow', true)
  expect(done).toEqual(['came', 'returned'])
})

test('a page that is shown for the first time reads nothing again', () => {
  const { done, say } = fixture()
  say('pageshow')
  expect(done).toEqual([])
})
