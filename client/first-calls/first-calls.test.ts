import { expect, test, vi } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import { personApi } from '#contract/person-api.ts'
import { sendFirstCalls, createFetchFromAnswers, hasSessionAnswers, takeDocumentAnswer } from './first-calls.ts'

const list = `${applianceApi.listConnections.path}?brand=cedar`
const signedIn = { isSessionExpected: true, path: '/appliances', brandId: 'cedar', ofDocument: {}, now: () => 0 }

function server(answers: Readonly<Record<string, () => Response>> = {}) {
  return vi.fn(async (url: string, init: RequestInit) => {
    const answer = answers[url]
    if (answer) return answer()
    return Response.json(url === '/auth/token' ? { accessToken: 'a' } : { url, ...init })
  })
}

test('the token is requested at once, then the calls of the first screen in parallel, each once', async () => {
  const fetch = server()
  const page = createFetchFromAnswers(sendFirstCalls({ ...signedIn, fetch }).answers, { fetch, now: () => 0 })
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(4))
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    '/auth/token',
    personApi.readUser.path,
    personApi.readTermsStatus.path,
    list,
  ])
  expect(fetch.mock.calls[3]?.[1].headers).toMatchObject({ authorization: 'Bearer a' })
  expect(await (await page('/auth/token', { method: 'POST' })).json()).toEqual({ accessToken: 'a' })
  expect(await (await page(list, { method: 'GET' })).json()).toMatchObject({ url: list })
  expect(fetch).toHaveBeenCalledTimes(4)
  await page(list, { method: 'GET' })
  expect(fetch).toHaveBeenCalledTimes(5)
})

test('the page learns when all calls are sent, or that nobody is signed in', async () => {
  const token = Promise.withResolvers<Response>()
  const fetch = vi.fn(async (url: string) => (url === '/auth/token' ? token.promise : Response.json({})))
  let isSent = false
  const sent = sendFirstCalls({ ...signedIn, fetch }).sent.then(() => (isSent = true))
  await Promise.resolve()
  expect(isSent).toBe(false)
  token.resolve(Response.json({ accessToken: 'a' }))
  await sent
  expect(fetch).toHaveBeenCalledTimes(4)
  const refused = server({ '/auth/token': () => new Response(null, { status: 401 }) })
  await sendFirstCalls({ ...signedIn, fetch: refused }).sent
  expect(refused).toHaveBeenCalledTimes(1)
})

test('without a session no call is sent, and for a public page no API call', async () => {
  const fetch = server()
  expect(sendFirstCalls({ ...signedIn, isSessionExpected: false, fetch }).answers.size).toBe(0)
  expect(fetch).not.toHaveBeenCalled()
  expect([...sendFirstCalls({ ...signedIn, path: '/policies/en/GB/tos', fetch }).answers.keys()]).toEqual([
    'POST /auth/token',
  ])
  expect([...sendFirstCalls({ ...signedIn, path: '/account', fetch }).answers.keys()]).toHaveLength(3)
})

test('a failed call is sent again, except for the answer that nobody is signed in', async () => {
  const fetch = server({
    '/auth/token': () => new Response(null, { status: 401 }),
    [list]: () => new Response(null, { status: 503 }),
  })
  const page = createFetchFromAnswers(sendFirstCalls({ ...signedIn, fetch }).answers, { fetch, now: () => 0 })
  expect((await page('/auth/token', { method: 'POST' })).status).toBe(401)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect((await page(list, { method: 'GET' })).status).toBe(503)
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('an answer from before a change, or an old one, is not used', async () => {
  for (const make of [
    async (page: ReturnType<typeof createFetchFromAnswers>) =>
      page('/api/2/tos/status', { method: 'PUT' }).then(() => 0),
    async () => 15_001,
  ]) {
    const fetch = server()
    let now = 0
    const page = createFetchFromAnswers(sendFirstCalls({ ...signedIn, fetch }).answers, { fetch, now: () => now })
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(4))
    now = await make(page)
    const before = fetch.mock.calls.length
    await page(list, { method: 'GET' })
    expect(fetch).toHaveBeenCalledTimes(before + 1)
  }
})

const ofDocument = {
  [personApi.readUser.path]: { sub: '1' },
  [personApi.readTermsStatus.path]: {},
  [list]: { items: [] },
}

test('calls answered with the document are not sent: each answer is used once and needs no token', async () => {
  const fetch = server()
  const { answers, sent } = sendFirstCalls({ ...signedIn, ofDocument, fetch })
  await sent
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/auth/token'])
  expect(hasSessionAnswers(answers)).toBe(true)
  expect(await (await takeDocumentAnswer(answers, list, { now: () => 0 }))?.json()).toEqual({ items: [] })
  expect(takeDocumentAnswer(answers, list, { now: () => 0 })).toBeNull()
  // The page does not use answers that are too old, or that are older than a change by the page.
  expect(takeDocumentAnswer(answers, personApi.readUser.path, { now: () => 15_001 })).toBeNull()
  await createFetchFromAnswers(answers, { fetch, now: () => 0 })(personApi.readTermsStatus.path, { method: 'PUT' })
  expect(takeDocumentAnswer(answers, personApi.readTermsStatus.path, { now: () => 0 })).toBeNull()
})

test('answers to the page’s own calls do not count as a session', () => {
  const { answers } = sendFirstCalls({ ...signedIn, fetch: server() })
  expect(hasSessionAnswers(answers)).toBe(false)
  expect(takeDocumentAnswer(answers, list, { now: () => 0 })).toBeNull()
})
