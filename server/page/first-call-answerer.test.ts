import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { listFirstCalls } from '#contract/first-calls.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createTestApi } from '#test/test-api.ts'
import { createRecordingLog } from '#test/identity/recording-log.ts'
import { createFirstCallAnswerer } from './first-call-answerer.ts'

const calls = listFirstCalls('/account', 'cedar')
const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', cookie: 'portal_session=a' }

type Fixture = {
  token?: () => Promise<string | null>
  user?: () => Promise<{ sub: string; firstName: string }>
  withinMs?: number
}

/** Creates a server whose only page consists of the early answers. `received`: the calls that its API received. */
async function fixture({
  token = async () => 'ada',
  user = async () => ({ sub: 'ada', firstName: 'Ada' }),
  withinMs = 60_000,
}: Fixture = {}) {
  const { log, lines } = createRecordingLog()
  const received: object[] = []
  const { app } = await createTestApi((add) => {
    add(api.readUser, async ({ caller, address, language, request: { headers } }) => {
      received.push({ subject: caller.subject, address, language, cookie: headers.cookie })
      return user()
    })
    add(api.readTermsStatus, async () => ({ accepted: true, hasUpdate: false }))
  })
  const answerFirst = createFirstCallAnswerer(app, { tokenOf: token, log, withinMs })
  const page = await createApplicationWithoutRoutes({ log, trustedProxies: [] })
  page.get('/page', (request) => answerFirst(request, calls).then((first) => ({ first })))
  const open = async (headers: Record<string, string> = visit) =>
    (await page.inject({ url: '/page', headers, remoteAddress: '192.0.2.7' })).json<{ first: unknown }>().first
  return { open, received, lines }
}

test('a page that is opened contains the answers of the API for its person, and no token', async () => {
  const { open, received } = await fixture()
  expect(await open({ ...visit, 'accept-language': 'de' })).toEqual({
    answers: {
      [api.readUser.path]: { sub: 'ada', firstName: 'Ada' },
      [api.readTermsStatus.path]: { accepted: true, hasUpdate: false },
    },
    areShort: true,
  })
  expect(received).toEqual([{ subject: 'ada', address: '192.0.2.7', language: 'de', cookie: undefined }])
})

test.each([
  ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
  ['a browser that does not say what for', {}],
])('%s gets the page without answers', async (_, headers) => {
  const { open, received } = await fixture()
  expect(await open(headers)).toBeNull()
  expect(received).toEqual([])
})

test.each<[string, Fixture]>([
  ['whose session is over', { token: async () => Promise.reject(new Refusal('unauthenticated')) }],
  ['whom the API refuses', { user: async () => Promise.reject(new Refusal('unavailable')) }],
  ['whose answers dawdle', { user: async () => new Promise(() => {}), withinMs: 20 }],
  ['whose token dawdles', { token: async () => new Promise(() => {}), withinMs: 20 }],
])('the page of a person %s makes its own calls', async (_, given) => {
  const { open, lines } = await fixture(given)
  expect(await open()).toBeNull()
  expect(lines.filter((line) => line.includes('first calls'))).toEqual([])
})

test('answers that are too long to include are still used by the server', async () => {
  const { open } = await fixture({ user: async () => ({ sub: 'ada', firstName: 'a'.repeat(12_001) }) })
  expect(await open()).toMatchObject({ answers: { [api.readUser.path]: { sub: 'ada' } }, areShort: false })
})

test('a slow API is called for at most sixteen documents at a time, and again once it has answered', async () => {
  const answer: (() => void)[] = []
  const user = async () => {
    await new Promise<void>((done) => void answer.push(done))
    return { sub: 'ada', firstName: 'Ada' }
  }
  const { open, received } = await fixture({ user, withinMs: 20 })
  for (let document = 0; document < 20; document += 1) expect(await open()).toBeNull()
  expect(received).toHaveLength(16)
  for (const done of answer.splice(0)) done()
  await vi.waitFor(async () => {
    await open()
    expect(received.length).toBeGreaterThan(16)
  })
})

test('an unexpected failure is logged', async () => {
  const { open, lines } = await fixture({ token: async () => Promise.reject(new Error('broken')) })
  expect(await open()).toBeNull()
  expect(lines.join('')).toContain('the first calls were not answered')
})
