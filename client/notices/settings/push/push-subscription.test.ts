import { expect, test } from 'vitest'
import {
  type PushFunctions,
  type PushSwitchDependencies,
  readPushState,
  switchPushOff,
  switchPushOn,
} from './push-subscription.ts'

const keys = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

type Fixture = {
  permission?: NotificationPermission
  answer?: NotificationPermission
  isSubscribed?: boolean
  hasWorker?: boolean
  serviceFails?: string
  portalFails?: boolean
}

function fixture({ permission = 'default', answer = 'granted', hasWorker = true, ...setting }: Fixture = {}) {
  const done: string[] = []
  const state = { permission, subscribed: setting.isSubscribed ?? false, failure: setting.serviceFails }
  const subscription = {
    endpoint: keys.endpoint,
    toJSON: () => keys,
    unsubscribe: async () => {
      done.push('unsubscribed')
      state.subscribed = false
      state.failure = undefined
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => (state.subscribed ? subscription : null),
    subscribe: async () => {
      if (state.failure !== undefined) throw new DOMException('failed', state.failure)
      done.push('subscribed')
      state.subscribed = true
      return subscription
    },
  }
  const browser: PushFunctions = {
    permission: () => state.permission,
    ask: async () => {
      done.push('asked')
      return (state.permission = answer)
    },
    registration: async () => (hasWorker ? ({ pushManager } as never) : undefined),
  }
  const dependencies: PushSwitchDependencies = {
    browser,
    key: 'key',
    add: async ({ endpoint }) => {
      if (setting.portalFails) throw new Error('refused')
      done.push(`sent ${endpoint}`)
    },
    remove: async (endpoint) => void done.push(`taken back ${endpoint}`),
  }
  return { dependencies, done }
}

test('no permission is requested before the person wants push messages', async () => {
  const { dependencies, done } = fixture()
  expect(await readPushState(dependencies)).toBe('off')
  expect(done).toEqual([])
})

test('switching on first requests permission, and then sends the subscription to the portal', async () => {
  const { dependencies, done } = fixture()
  expect(await switchPushOn(dependencies)).toBe('on')
  expect(done).toEqual(['asked', 'subscribed', 'sent https://push.example/1'])
  expect(await readPushState(dependencies)).toBe('on')
})

test.each([
  ['a browser without pushes', { hasWorker: false }, 'unsupported'],
  ['who forbids them', { answer: 'denied' as const }, 'denied'],
  ['who closes the question', { answer: 'default' as const }, 'off'],
  ['a push service that refuses', { serviceFails: 'AbortError' }, 'failed'],
  ['a portal that does not take it', { portalFails: true }, 'failed'],
] as const)('%s gets no push messages, and the reason is shown', async (_, setting, state) => {
  const { dependencies } = fixture(setting)
  expect(await switchPushOn(dependencies)).toBe(state)
  expect(await readPushState(dependencies)).not.toBe('on')
})

test('a browser without push support says so', async () => {
  expect(await readPushState({ browser: null })).toBe('unsupported')
})

test('a subscription under an old key of the portal is replaced', async () => {
  const { dependencies, done } = fixture({ isSubscribed: true, serviceFails: 'InvalidStateError' })
  expect(await switchPushOn(dependencies)).toBe('on')
  expect(done).toEqual(['asked', 'unsubscribed', 'subscribed', 'sent https://push.example/1'])
})

test('switching off ends the subscription in the browser and at the portal', async () => {
  const { dependencies, done } = fixture({ isSubscribed: true, permission: 'granted' })
  expect(await switchPushOff(dependencies)).toBe('off')
  expect(done).toEqual(['unsubscribed', 'taken back https://push.example/1'])
})
