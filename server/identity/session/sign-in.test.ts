import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayS, minuteMs } from '#contract/durations.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/http/refusals.ts'
import { digestOfToken } from '../store.ts'
import {
  createTestBrowser,
  testPublicUrl,
  startTestPortal,
  type TestBrowser,
  type TestPortal,
} from '#test/identity/test-portal.ts'
import { testKeyPairs, startScriptedProvider, type ProviderScript } from '#test/identity/scripted-provider.ts'

let database: TestDatabase
let portal: TestPortal
let browser: TestBrowser

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  portal = await startTestPortal({ database })
  browser = createTestBrowser(portal)
})
afterEach(() => portal.close())

async function begin(of: TestBrowser = browser): Promise<URL> {
  const { headers } = await of.get('/auth/login?returnTo=/appliances/add')
  return new URL(String(headers.location))
}

async function sessions(): Promise<number> {
  return (await database.pool.query('select from session')).rows.length
}

async function expectRefused(
  query: URLSearchParams | string,
  { of = browser, page = '/auth-failed' }: { of?: TestBrowser; page?: string } = {},
): Promise<void> {
  const before = await sessions()
  const answer = await of.get(`/auth/callback?${query}`)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, page])
  expect([...of.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  expect(await sessions()).toBe(before)
}

test("the provider is requested in the page's language, if the page has one", async () => {
  const asked = async (query: string) => {
    const { headers } = await createTestBrowser(portal).get(`/auth/login?returnTo=/${query}`)
    return new URL(String(headers.location)).searchParams.get('ui_locales')
  }
  expect(await asked('&language=pl')).toBe('pl')
  expect(await asked('&language=xx')).toBeNull()
  expect(await asked('&language=pl&language=de')).toBeNull()
  expect(await asked('')).toBeNull()
})

test('the authorize request asks for a code with S256, state, nonce, all scopes and the exact redirect address', async () => {
  const { origin, pathname, searchParams } = await begin()
  expect(origin + pathname).toBe(`${portal.idp.issuer}/authorize`)
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'gateway-portal',
    redirect_uri: `${testPublicUrl}/auth/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    scope:
      'openid profile email offline_access gateway.claiming gateway.removal gateway.list gateway.users resource flow.token-exchange',
  })
})

test('state, nonce and challenge are new for each attempt', async () => {
  const [first, second] = [await begin(), await begin()]
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
  }
})

test('signing in sets cookies that scripts cannot read, and redirects to auth-complete with the return path', async () => {
  const back = portal.idp.signIn((await begin()).href)
  const { statusCode, headers, cookies } = await browser.get(`/auth/callback?${back}`)
  expect([statusCode, headers.location]).toEqual([303, '/auth-complete?returnTo=%2Fappliances%2Fadd'])
  const hidden = { value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true, sameSite: 'Lax', path: '/' }
  expect(cookies).toEqual([
    { ...hidden, name: 'portal_known', maxAge: 400 * dayS },
    { ...hidden, name: 'portal_session', maxAge: 30 * dayS },
  ])
})

test('each sign-in reports its browser, which is recognised by its cookie', async () => {
  const seen: string[] = []
  const app = await portal.createAnotherApp({
    onSignedIn: async ({ personId, browserDigest }) => void seen.push(`${personId} ${browserDigest.toString('hex')}`),
  })
  const [one, other] = [createTestBrowser({ ...portal, app }), createTestBrowser({ ...portal, app })]
  for (const each of [one, one, other]) {
    const { headers } = await each.get('/auth/login')
    await each.get(`/auth/callback?${portal.idp.signIn(String(headers.location))}`)
  }
  expect(seen).toHaveLength(3)
  expect(seen[1]).toBe(seen[0])
  expect(seen[2]).not.toBe(seen[0])
})

test('over https the cookies are Secure and bound to the host', async () => {
  const secure = await startTestPortal({ database, config: { publicUrl: 'https://portal.example' } })
  const { cookies } = await createTestBrowser(secure, { host: 'portal.example' }).get('/auth/login')
  expect(cookies).toMatchObject([{ name: '__Host-portal_sign_in', secure: true, path: '/', httpOnly: true }])
  expect(cookies[0]).not.toHaveProperty('domain')
  await secure.close()
})

test('no answer may be cached or send its address as referrer', async () => {
  for (const url of ['/auth/login', '/auth/callback', '/auth/profile']) {
    const { headers } = await browser.get(url)
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
  }
})

test('after the callback the address contains neither code nor state', async () => {
  const location = await browser.signIn({ returnTo: '/appliances' })
  expect(location).toBe('/auth-complete?returnTo=%2Fappliances')
})

test('a callback with a missing, foreign, repeated or malformed state is refused without a token request', async () => {
  const back = portal.idp.signIn((await begin()).href)
  const state = back.get('state') ?? ''
  for (const changed of [[], [''], ['x'], [state, state]]) {
    const query = new URLSearchParams(back)
    query.delete('state')
    for (const value of changed) query.append('state', value)
    await expectRefused(query)
  }
  back.set(
    'state',
    state.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
  )
  await expectRefused(back, { page: '/auth-expired' })
  expect(portal.idp.grants).toEqual([])
})

test('a replayed callback is refused without a second token request', async () => {
  const back = portal.idp.signIn((await begin()).href)
  await browser.get(`/auth/callback?${back}`)
  browser.cookies.delete('portal_session')
  await expectRefused(back, { page: '/auth-expired' })
  expect(portal.idp.grants).toHaveLength(1)
})

test('going back to a used callback leads to the start during the session, and to a new sign-in after it', async () => {
  const back = portal.idp.signIn((await begin()).href)
  await browser.get(`/auth/callback?${back}`)
  const session = browser.cookies.get('portal_session')
  const { headers, statusCode } = await browser.get(`/auth/callback?${back}`)
  expect([statusCode, headers.location]).toEqual([303, '/'])
  expect(browser.cookies.get('portal_session')).toBe(session)
  await database.pool.query('delete from session')
  expect((await browser.get(`/auth/callback?${back}`)).headers.location).toBe('/auth-expired')
  expect(portal.idp.grants).toHaveLength(1)
})

test("a callback in another browser is refused without a token request, and the first browser's attempt stays valid", async () => {
  const back = portal.idp.signIn((await begin()).href)
  const other = createTestBrowser(portal)
  await expectRefused(back, { of: other, page: '/auth-expired' })
  await begin(other)
  await expectRefused(back, { of: other, page: '/auth-expired' })
  expect(portal.idp.grants).toEqual([])
  expect((await browser.get(`/auth/callback?${back}`)).headers.location).toContain('/auth-complete')
})

test('two tabs may sign in at the same time', async () => {
  const [first, second] = [await begin(), await begin()]
  for (const attempt of [second, first]) {
    const answer = await browser.get(`/auth/callback?${portal.idp.signIn(attempt.href)}`)
    expect(answer.headers.location).toContain('/auth-complete')
  }
})

test('an injected code from another attempt is refused', async () => {
  const own = portal.idp.signIn((await begin()).href)
  const stolen = portal.idp.signIn((await begin(createTestBrowser(portal))).href)
  own.set('code', stolen.get('code') ?? '')
  await expectRefused(own)
})

test('a callback from another provider, or without issuer, is refused without a token request', async () => {
  for (const iss of ['https://evil.example', `${portal.idp.issuer}/`, '']) {
    const back = portal.idp.signIn((await begin()).href)
    back.set('iss', iss)
    await expectRefused(back)
  }
  const silent = portal.idp.signIn((await begin()).href)
  silent.delete('iss')
  await expectRefused(silent)
  expect(portal.idp.grants).toEqual([])
})

test('an attempt older than 10 minutes is refused without a token request', async () => {
  const back = portal.idp.signIn((await begin()).href)
  portal.clock.pass(10 * minuteMs)
  await expectRefused(back, { page: '/auth-expired' })
  expect(portal.idp.grants).toEqual([])
})

test.each([
  ['nonce', { nonce: 'another' }],
  ['missing nonce', { nonce: undefined }],
  ['audience', { aud: 'another-client' }],
  ['issuer', { iss: 'https://evil.example' }],
])('an ID token with a wrong %s is refused', async (_what, idClaims) => {
  portal.idp.script.idClaims = idClaims
  await expectRefused(portal.idp.signIn((await begin()).href))
})

test('an ID token signed by another key is refused', async () => {
  portal.idp.script.idSignedWith = testKeyPairs.second
  await expectRefused(portal.idp.signIn((await begin()).href))
})

test.each([-240, 240])('an ID token issued %i s from now is accepted', async (offset) => {
  portal.idp.script.idClaims = { iat: portal.clock.now() / 1000 + offset }
  expect(await browser.signIn()).toBe('/auth-complete?returnTo=%2F')
})

test.each([-241, 241])('an ID token issued %i s from now is refused', async (offset) => {
  portal.idp.script.idClaims = { iat: portal.clock.now() / 1000 + offset }
  await expectRefused(portal.idp.signIn((await begin()).href))
})

test('if the API would refuse the access token, the sign-in ends in auth-failed, not in a useless session', async () => {
  for (const accessClaims of [{ aud: 'another-api' }, { sub: 'somebody-else' }]) {
    portal.idp.script.accessClaims = accessClaims
    await expectRefused(portal.idp.signIn((await begin()).href))
  }
})

test('a person whose name is not a text is not signed in, and the log says why', async () => {
  const sub = 5 as unknown as string
  portal.idp.script.idClaims = { sub }
  portal.idp.script.accessClaims = { sub }
  await expectRefused(portal.idp.signIn((await begin()).href))
  expect(failures().at(-1)?.reason).toMatch(/^\w+$/u)
  portal.idp.script.idClaims = {}
  await expectRefused(portal.idp.signIn((await begin()).href))
  expect(failures().at(-1)?.reason).toBe('subject_unusable')
})

test('if userinfo has a number as the subject, the person is signed in without email address', async () => {
  portal.idp.script.idClaims = { email: undefined }
  portal.idp.script.userinfo = { sub: 5, email: 'of-somebody@example.com' }
  expect(await browser.signIn({ sub: '5' })).toBe('/auth-complete?returnTo=%2F')
  const { rows } = await database.pool.query(`select email from person where subject = '5'`)
  expect(rows).toEqual([{ email: null }])
})

function failures(): { level: number; reason: string; check?: string }[] {
  return portal.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in failed')
}

const faultsOfSettings: [Partial<ProviderScript>, string, RegExp][] = [
  [{ accessClaims: { aud: 'another-api' } }, 'wrong_aud', /OIDC_AUDIENCE/],
  [{ opaqueToken: 'mF_9.B5f-4.1JqM-x' }, 'opaque_token', /must issue JWT access tokens/],
  [{ opaqueToken: '8xLOxBtZp8' }, 'opaque_token', /must issue JWT access tokens/],
  [{ client: { id: 'gateway-portal', secret: 'another' } }, 'invalid_client', /OIDC_CLIENT_SECRET/],
  [{ tokenAnswer: { status: 400, error: 'invalid_target' } }, 'invalid_target', /OIDC_RESOURCE/],
]

test.each(faultsOfSettings)(
  'an error that a setting can fix is logged with the name of the setting: %j',
  async (script, reason, check) => {
    const back = portal.idp.signIn((await begin()).href)
    Object.assign(portal.idp.script, script)
    await expectRefused(back)
    expect(failures()).toMatchObject([{ level: 50, reason, check: expect.stringMatching(check) }])
    expect(portal.lines.join()).not.toMatch(/mF_9|8xLOxBtZp8/)
  },
)

const clients: [ProviderScript['clientAuth'], Config['oidc']['clientAuth'], ProviderScript['client']][] = [
  ['basic', null, { id: 'own:portal', secret: 'ä +%:-._~*!/' }],
  ['basic', 'basic', { id: 'own-portal', secret: 'a+b c' }],
  ['basic-as-sent', null, { id: 'own-portal', secret: 'a-b.c_d~e*f' }],
  ['post', 'post', { id: 'own-portal', secret: 'ä +%:-._~*!/' }],
]

test.each(clients)(
  'a provider that requires %s, with the setting %j, accepts the client %j',
  async (clientAuth, setting, client) => {
    const oidc = { clientAuth: setting, clientId: client.id, clientSecret: client.secret }
    const own = await startTestPortal({ database, oidc })
    Object.assign(own.idp.script, { clientAuth, client })
    expect(await createTestBrowser(own).signIn()).toBe('/auth-complete?returnTo=%2F')
    await own.close()
  },
)

test.each([
  [['client_secret_post'], 'post'],
  [['client_secret_basic', 'client_secret_post'], 'basic'],
] as const)('without a setting the portal follows the metadata of the provider: %j', async (methods, clientAuth) => {
  Object.assign(portal.idp.script, { clientAuth, metadata: { token_endpoint_auth_methods_supported: methods } })
  expect(await browser.signIn()).toBe('/auth-complete?returnTo=%2F')
})

test('the prompt is sent if it is configured', async () => {
  const testPortal = await startTestPortal({ database, oidc: { prompt: 'login consent' } })
  const { headers } = await createTestBrowser(testPortal).get('/auth/login')
  expect(new URL(String(headers.location)).searchParams.get('prompt')).toBe('login consent')
  await testPortal.close()
})

test('a sign-in without refresh token logs a warning with the setting that may help', async () => {
  const warnings = (): string[] => portal.lines.filter((line) => line.includes('no refresh token given'))
  await browser.signIn()
  expect(warnings()).toEqual([])
  portal.idp.script.refreshTokens = false
  await browser.signIn()
  expect(warnings()).toEqual([expect.stringMatching(/"level":40.*OIDC_PROMPT=consent/)])
})

test('an error of the provider is logged only by its code, and shown as auth-failed', async () => {
  const state = (await begin()).searchParams.get('state') ?? ''
  const error = { error: 'access_denied', error_description: 'secret\r\nwords', state, iss: portal.idp.issuer }
  await expectRefused(new URLSearchParams(error))
  expect(failures()).toMatchObject([{ reason: 'access_denied' }])
  expect(portal.lines.join()).not.toContain('words')
})

test('an external error code is never logged unchecked', async () => {
  const state = (await begin()).searchParams.get('state') ?? ''
  await expectRefused(new URLSearchParams({ error: 'a\nb{"level":60}\u001b[31m', state, iss: portal.idp.issuer }))
  expect(portal.lines.filter((line) => line.includes('sign-in failed'))).toHaveLength(1)
  expect(JSON.parse(portal.lines.find((line) => line.includes('sign-in failed')) ?? '')).toMatchObject({
    reason: 'unnamed',
  })
})

test('a provider that is down leads to auth-failed', async () => {
  portal.idp.script.tokenAnswer = 'broken'
  await expectRefused(portal.idp.signIn((await begin()).href))
  const lonely = await startTestPortal({ database })
  await lonely.idp.close()
  const { headers } = await createTestBrowser(lonely).get('/auth/login')
  expect(headers.location).toBe('/auth-failed')
  await lonely.app.close()
})

test.each([
  ['//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/account?x=1', '/account?x=1'],
])('after signing in with the return path %j the browser opens %s', async (returnTo, expected) => {
  expect(await browser.signIn({ returnTo })).toBe(`/auth-complete?returnTo=${encodeURIComponent(expected)}`)
})

test('a sign-in at another host name restarts at the public address, once', async () => {
  const stranger = createTestBrowser(portal, { host: '127.0.0.1:8080' })
  const { headers } = await stranger.get('/auth/login?returnTo=/account')
  expect(headers.location).toBe(`${testPublicUrl}/auth/login?moved=1&returnTo=%2Faccount`)
  const again = await stranger.get('/auth/login?moved=1&returnTo=/account')
  expect(String(again.headers.location)).toContain(`${portal.idp.issuer}/authorize`)
})

test("a brand's own host is kept; a made-up host never becomes an address", async () => {
  const hosts = new Map([['birch.example', 'birch']])
  const testPortal = await startTestPortal({
    database,
    config: { publicUrl: 'https://portal.example', brand: { fallback: 'cedar', hosts, switchable: false } },
  })
  const own = await createTestBrowser(testPortal, { host: 'birch.example' }).get('/auth/login')
  expect(new URL(String(own.headers.location)).searchParams.get('redirect_uri')).toBe(
    'https://birch.example/auth/callback',
  )
  const evil = await createTestBrowser(testPortal, { host: 'evil.example' }).get('/auth/login?moved=1')
  expect(new URL(String(evil.headers.location)).searchParams.get('redirect_uri')).toBe(
    'https://portal.example/auth/callback',
  )
  await testPortal.close()
})

const ownNavigation = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  accept: 'text/html,*/*;q=0.8',
}

test('a page of another site with 1,000 images of the sign-in starts none and counts for nothing', async () => {
  for (const [mode, destination] of [
    ['no-cors', 'image'],
    ['navigate', 'iframe'],
    ['cors', 'empty'],
  ]) {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': String(mode),
      'sec-fetch-dest': String(destination),
    }
    const answer = await browser.get('/auth/login', headers)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'foreign-origin'])
  }
  expect(portal.calls.limited).toEqual([])
})

test('sign-ins started from elsewhere are counted separately from those of own pages', async () => {
  await browser.get('/auth/login', ownNavigation)
  await browser.get('/auth/login', { ...ownNavigation, 'sec-fetch-site': 'none' })
  await browser.get('/auth/login', { ...ownNavigation, 'sec-fetch-site': 'cross-site' })
  await browser.get('/auth/login')
  expect(portal.calls.limited).toEqual(['own 127.0.0.1', 'own 127.0.0.1', 'elsewhere 127.0.0.1', 'elsewhere 127.0.0.1'])
})

test('over the limit of an address a person sees a page with the time to wait, a program gets a code', async () => {
  const tooMany = () => Promise.reject(new Refusal('too-many-requests', { retryAfterS: 60 }))
  const testBrowser = createTestBrowser(portal, {
    app: await portal.createAnotherApp({ limitSignIn: { own: tooMany, elsewhere: tooMany } }),
  })
  const page = await testBrowser.get('/auth/login?returnTo=/appliances/add', ownNavigation)
  expect([page.statusCode, page.headers.location]).toEqual([303, '/auth-failed?wait=60&returnTo=%2Fappliances%2Fadd'])
  const answer = await testBrowser.get('/auth/login')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '60'])
})

test('after any failure while signing in, a person sees a page with a way to continue, a program gets a code', async () => {
  const broken = await portal.createAnotherApp({
    limitSignIn: { own: () => Promise.reject(new Error('broken')), elsewhere: async () => {} },
    persons: { personIdOf: () => Promise.reject(new Error()), signedIn: () => Promise.reject(new Error('broken')) },
  })
  const at = createTestBrowser(portal, { app: broken })
  const page = await at.get('/auth/login', ownNavigation)
  expect([page.statusCode, page.headers.location]).toEqual([303, '/auth-failed'])
  for (const [headers, statusCode] of [
    [{ accept: 'text/html' }, 303],
    [{ accept: '*/*' }, 500],
  ] as const) {
    const back = portal.idp.signIn((await begin(at)).href)
    expect((await at.get(`/auth/callback?${back}`, headers)).statusCode).toBe(statusCode)
  }
})

test('the same subject at another provider is another person; a changed email address is the same person', async () => {
  const emails = async (): Promise<unknown[]> =>
    (await database.pool.query(`select issuer, email from person where subject = 'twin'`)).rows
  await browser.signIn({ sub: 'twin' })
  portal.idp.script.idClaims = { email: 'new@example.com' }
  await browser.signIn({ sub: 'twin' })
  expect(await emails()).toEqual([{ issuer: portal.idp.issuer, email: 'new@example.com' }])
  const elsewhere = await startTestPortal({ database })
  await createTestBrowser(elsewhere).signIn({ sub: 'twin' })
  expect(await emails()).toHaveLength(2)
  await elsewhere.close()
})

test.each([
  [{ email_verified: true }, true],
  [{ email_verified: 'true' }, true],
  [{ email_verified: false }, false],
  [{ email_verified: 'false' }, false],
  [{}, false],
  [{ email_verified: 1 }, false],
])('an address is verified only if the provider says so: %j', async (claims, isVerified) => {
  portal.idp.script.idClaims = { email: 'vouched@example.com', ...claims }
  await browser.signIn({ sub: 'vouched' })
  const text = `select email_verified from person where subject = 'vouched' and issuer = $1`
  const { rows } = await database.pool.query(text, [portal.idp.issuer])
  expect(rows).toEqual([{ email_verified: isVerified }])
})

test('an email address that is only in userinfo is stored', async () => {
  portal.idp.script.idClaims = { email: undefined }
  portal.idp.script.userinfo = { sub: 'asked', email: 'asked@example.com', email_verified: true }
  await browser.signIn({ sub: 'asked' })
  const { rows } = await database.pool.query(`select email, email_verified from person where subject = 'asked'`)
  expect(rows).toEqual([{ email: 'asked@example.com', email_verified: true }])
})

test.each([
  [
    { given_name: ' Zoë ', family_name: 'Berg' },
    { first_name: 'Zoë', last_name: 'Berg' },
  ],
  [
    { given_name: 'R2D2', family_name: '--' },
    { first_name: null, last_name: null },
  ],
  [
    { given_name: 7, family_name: 'x'.repeat(31) },
    { first_name: null, last_name: null },
  ],
  [{}, { first_name: null, last_name: null }],
])('names that the account form would accept are stored at the first sign-in: %j', async (claims, stored) => {
  const sub = randomUUID()
  portal.idp.script.idClaims = { email: 'named@example.com', ...claims }
  await browser.signIn({ sub })
  const text = 'select first_name, last_name from person where subject = $1'
  expect((await database.pool.query(text, [sub])).rows).toEqual([stored])
})

test('scopes and a resource are requested under the configured names', async () => {
  const oidc = {
    resource: 'urn:api',
    scopeNames: new Map([
      ['gateway.list', 'api/list'],
      ['flow.token-exchange', ''],
    ]),
  }
  const testPortal = await startTestPortal({ database, oidc })
  const { headers } = await createTestBrowser(testPortal).get('/auth/login')
  const asked = new URL(String(headers.location)).searchParams
  expect(asked.get('resource')).toBe('urn:api')
  expect(asked.get('scope')?.split(' ')).toContain('api/list')
  expect(asked.get('scope')).not.toMatch(/gateway\.list|token-exchange|  /)
  await testPortal.close()
})

test('a second sign-in in one browser replaces its session', async () => {
  await browser.signIn()
  const before = await sessions()
  const { accessToken } = (await browser.post('/auth/token')).json<{ accessToken: string }>()
  await browser.signIn()
  expect(await sessions()).toBe(before)
  expect(portal.calls.endedTokens).toEqual([digestOfToken(accessToken).toString('base64url')])
})

test("the profile link opens the provider's page", async () => {
  const { statusCode, headers } = await browser.get('/auth/profile')
  expect([statusCode, headers.location]).toEqual([303, `${portal.idp.issuer}/profile`])
})

test("the provider's profile page is requested in the page's language", async () => {
  const led = async (query: string) => (await browser.get(`/auth/profile${query}`)).headers.location
  expect(await led('?language=pl')).toBe(`${portal.idp.issuer}/profile?ui_locales=pl`)
  expect(await led('?language=xx')).toBe(`${portal.idp.issuer}/profile`)
  expect(await led('?language=pl&language=de')).toBe(`${portal.idp.issuer}/profile`)
})

test('tokens of a second provider are never accepted through the callback', async () => {
  const second = await startScriptedProvider({ clock: portal.clock })
  const back = second.signIn((await begin()).href)
  await expectRefused(back)
  expect([portal.idp.grants, second.grants]).toEqual([[], []])
  await second.close()
})
