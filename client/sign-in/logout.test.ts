import { expect, test } from 'vitest'
import type { ApiCall } from '#client/api-call.ts'
import { logOut } from './logout.ts'

function fixture({ unsubscribes = true, status = 200 } = {}) {
  const done: string[] = []
  const dependencies = {
    call: (async (endpoint: { method: string; path: string }) => {
      done.push(`${endpoint.method} ${endpoint.path}`)
      if (!unsubscribes) throw new Error('Unreachable')
    }) as unknown as ApiCall,
    fetch: async (url: string, init: RequestInit) => {
      done.push(`${init.method} ${url}`)
      return Response.json({ location: 'https://id.example/end' }, { status })
    },
    live: { stop: () => void done.push('socket closed'), start: () => void done.push('socket opened') },
    endPushes: async () => void done.push('pushes ended'),
    endSession: () => void done.push('token deleted'),
    clearBrowserData: async () => void done.push('state deleted'),
    leaveFor: (location: string) => void done.push(`to ${location}`),
    warn: (message: string) => void done.push(message),
  }
  return { dependencies, done }
}

test('logout drops the subscriptions first, then ends both sessions, and clears the browser', async () => {
  const { dependencies, done } = fixture()
  await logOut(dependencies)
  expect(done).toEqual([
    'DELETE /api/2/subscriptions',
    'pushes ended',
    'socket closed',
    'POST /auth/logout',
    'token deleted',
    'state deleted',
    'to https://id.example/end',
  ])
})

test('a failure to drop subscriptions does not stop the logout', async () => {
  const { dependencies, done } = fixture({ unsubscribes: false })
  await logOut(dependencies)
  expect(done.at(-1)).toBe('to https://id.example/end')
})

test('after a failed logout the person stays signed in, and sees a message', async () => {
  const { dependencies, done } = fixture({ status: 503 })
  await expect(logOut(dependencies)).rejects.toMatchObject({ failure: { kind: 'unexpected', status: 503 } })
  expect(done).toEqual([
    'DELETE /api/2/subscriptions',
    'pushes ended',
    'socket closed',
    'POST /auth/logout',
    'socket opened',
  ])
})
