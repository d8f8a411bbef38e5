import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Language } from '#contract/languages.ts'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import { readTexts } from '#texts/read-texts.ts'
import { demoPassword, demoEmails } from '../scripts/demo/people.ts'

/**
 * The people of tests.
 * - The people of the demo.
 * - `ada`, `ben`, `cleo`: people without appliances before and after each test. Each worker has its own `ada`, `ben`
 *   and `cleo`.
 * - `dora`, `emil`: newcomers whom no test changes. `dora` has accepted the terms; `emil` only has an account at the
 *   identity provider.
 */
export type TestPerson = keyof typeof demoEmails | 'ada' | 'ben' | 'cleo' | Newcomer

type Newcomer = 'dora' | 'emil'

/** Signs in on the page of the identity provider, to which the portal has redirected. */
export async function signInAtProvider(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Creates an account on the page of the identity provider, which is in `language`, and returns to the portal signed
 * in.
 */
export async function createAccountAtProvider(page: Page, email: string, language: Language = 'en'): Promise<void> {
  const texts = readTexts('demo-sign-in', language)
  const create = page.getByRole('button', { name: texts['create-account'] })
  await create.click()
  await page.getByLabel(texts.email).fill(email)
  await page.getByLabel(texts.password).fill(demoPassword)
  await create.click()
}

/** Creates a person with a complete account for one test, and opens `path`. Returns the sign-in email. */
export async function signUp(page: Page, path: string): Promise<string> {
  const email = generateEmail()
  await signInByForms(page.request, email, 'new')
  await completeAccount(page.request)
  await page.goto(path)
  return email
}

/** Accepts the terms and saves the account details of the signed-in person by the API. */
export async function completeAccount(request: APIRequestContext): Promise<void> {
  await acceptTerms(apiOfSession(request))
  await giveDetails(apiOfSession(request))
}

/** Signs in by posting the forms of the identity provider, without opening a page. */
async function signInByForms(request: APIRequestContext, email: string, account: 'known' | 'new'): Promise<void> {
  const signInPage = await request.get('/auth/login?returnTo=/info')
  const action = account === 'new' ? `${signInPage.url()}/create-account` : signInPage.url()
  await request.post(action, { form: { email, password: demoPassword } })
  const answer = await request.post('/auth/token')
  expect(answer.ok(), `${email} has signed in`).toBe(true)
}

export function generateEmail(name = 'person'): string {
  return `${name}-${randomUUID()}@example.com`
}

/**
 * The sessions of one worker. A person signs in again only after a test has ended the session, because each sign-in
 * computes a slow password hash.
 */
export type TestSessions = {
  /** Signs the browser in as this person. */
  signIn(context: BrowserContext, who: TestPerson): Promise<void>
  /** Returns a function that calls the portal's API as this person. */
  api(who: TestPerson): Promise<PersonApi>
  /** Removes all appliances of `ada`, `ben` and `cleo`, if they have signed in. */
  removeAppliances(): Promise<void>
  /** Removes all appliances of the person who signed up and whose cookies `request` has. */
  tidyAfterSignUp(request: APIRequestContext): Promise<void>
}

export function createTestSessions(browser: Browser, baseURL: string): TestSessions {
  const contexts = new Map<TestPerson, Promise<BrowserContext>>()
  const used = new Set<TestPerson>()

  async function arrive(who: TestPerson): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL, locale: 'en-GB' })
    if (isDemo(who)) await signInByForms(context.request, demoEmails[who], 'known')
    else await signInByForms(context.request, generateEmail(who), 'new')
    if (!isDemo(who) && who !== 'emil') await acceptTerms(apiOfSession(context.request))
    if (!isDemo(who) && !isNewcomer(who)) await giveDetails(apiOfSession(context.request))
    return context
  }

  async function contextOf(who: TestPerson): Promise<BrowserContext> {
    used.add(who)
    const cached = contexts.get(who)
    const context = cached && (await isSignedIn(await cached)) ? cached : arrive(who)
    contexts.set(who, context)
    return context
  }

  return {
    signIn: async (context, who) => context.addCookies(await (await contextOf(who)).cookies()),
    api: async (who) => apiOfSession((await contextOf(who)).request),
    async removeAppliances() {
      const own = [...used].filter((who) => !isDemo(who) && !isNewcomer(who))
      used.clear()
      for (const who of own) await removeAll(apiOfSession((await contextOf(who)).request))
    },
    async tidyAfterSignUp(request) {
      if (!(await request.post('/auth/token')).ok()) return
      const api = apiOfSession(request)
      const account = await api('GET', '/api/2/users/me')
      if (account.ok() && !isOfDemo(((await account.json()) as { email: string }).email)) await removeAll(api)
    },
  }
}

/** Whether the session of the browser is still valid. A test may have ended or replaced the session. */
async function isSignedIn({ request }: BrowserContext): Promise<boolean> {
  return (await request.post('/auth/token')).ok()
}

async function acceptTerms(api: PersonApi): Promise<void> {
  const terms = (await (await api('GET', '/api/2/tos?locale=en-GB')).json()) as { version: string }
  const response = await api('PUT', '/api/2/tos/status', { accepted: true, version: terms.version, country: 'DE' })
  expect(response.ok(), await response.text()).toBe(true)
}

/**
 * Saves the account details that an owner needs before the first appliance. Specification 1. The contact email is
 * unique, so that a test finds only its own emails in the shared mailbox.
 */
async function giveDetails(api: PersonApi): Promise<void> {
  const details = { firstName: 'Ada', lastName: 'Berg', contactPhone: '3012345678', phoneCountryCode: 'DE' }
  const response = await api('PATCH', '/api/2/users/me', { ...details, contactEmail: generateEmail('ada') })
  expect(response.ok(), await response.text()).toBe(true)
}

function isNewcomer(who: TestPerson): who is Newcomer {
  return who === 'dora' || who === 'emil'
}

function isDemo(who: TestPerson): who is keyof typeof demoEmails {
  return who in demoEmails
}

function isOfDemo(email: string): boolean {
  return Object.values<string>(demoEmails).includes(email)
}

async function removeAll(api: PersonApi): Promise<void> {
  const list = await api('GET', '/api/2/connections')
  // A person who has not accepted the terms has no list to remove appliances from.
  if (list.status() === 412) return
  const { items } = (await list.json()) as { items: { id: string }[] }
  for (const { id } of items) await api('DELETE', `/api/2/connections/${id}`)
}

/** Sends a request to the API as one person. `data` becomes a JSON body. */
export type PersonApi = (method: string, path: string, data?: unknown) => ReturnType<APIRequestContext['fetch']>

export function apiOfSession(request: APIRequestContext): PersonApi {
  return async (method, path, data) => {
    const answer = await request.post('/auth/token')
    const { accessToken } = (await answer.json()) as { accessToken: string }
    return request.fetch(path, { method, data, headers: { authorization: `Bearer ${accessToken}` } })
  }
}

/** Adds an appliance as this person. Returns the connection's id. */
export async function addApplianceByApi(
  api: PersonApi,
  { serial, type, brand, accessCode, userPassword }: RegistryFileEntry,
): Promise<string> {
  const credentials = { serial, access: accessCode, userPwd: userPassword }
  const answer = await api('POST', '/api/2/connections', { type, credentials, brands: [brand] })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
