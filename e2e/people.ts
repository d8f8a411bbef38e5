import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Language } from '#contract/languages.ts'
import providerTexts from '#stand-ins/identity/texts.json' with { type: 'json' }
import { demoPassword, emails } from '../scripts/demo/people.ts'

/**
 * The demo's people, three of a worker's own who have nothing yet and end every test with nothing, and two newcomers
 * whom no test takes further: `dora` has accepted the terms, `emil` has an account at the provider alone.
 */
export type Who = keyof typeof emails | 'ada' | 'ben' | 'cleo' | Newcomer

type Newcomer = 'dora' | 'emil'

/** Signs in at the provider, from any page of the portal that sent the browser there. */
export async function signInAtProvider(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Makes an account at the provider, which speaks this language, and comes back signed in. */
export async function createAccountAtProvider(page: Page, email: string, language: Language = 'en'): Promise<void> {
  const texts = providerTexts[language]
  const create = page.getByRole('button', { name: texts['create-account'] })
  await create.click()
  await page.getByLabel(texts.email).fill(email)
  await page.getByLabel(texts.password).fill(demoPassword)
  await create.click()
}

/** A person of this test alone, with a complete account, who comes to `path`. Answers the sign-in email. */
export async function signUp(page: Page, path: string): Promise<string> {
  const email = freshEmail()
  await signInByForms(page.request, email, 'new')
  await completeAccount(page.request)
  await page.goto(path)
  return email
}

/** Gives whoever has signed in with this browser what the portal asks of a newcomer, where the giving is not what is tried. */
export async function completeAccount(request: APIRequestContext): Promise<void> {
  await acceptTerms(personApi(request))
  await giveDetails(personApi(request))
}

/** Posts the forms of the provider as a browser would, without drawing their pages, where signing in is not what is tried. */
async function signInByForms(request: APIRequestContext, email: string, account: 'known' | 'new'): Promise<void> {
  const signInPage = await request.get('/auth/login?returnTo=/info')
  const action = account === 'new' ? `${signInPage.url()}/create-account` : signInPage.url()
  await request.post(action, { form: { email, password: demoPassword } })
  const answer = await request.post('/auth/token')
  expect(answer.ok(), `${email} has signed in`).toBe(true)
}

export function freshEmail(name = 'person'): string {
  return `${name}-${randomUUID()}@example.com`
}

/** The sessions of one worker: everybody signs in once, since each sign-in costs a hash of the password. */
export type Sessions = {
  /** Makes the browser one that this person has signed in with. */
  enter(context: BrowserContext, who: Who): Promise<void>
  /** The portal's API as the page of this person calls it. */
  api(who: Who): Promise<PersonApi>
  /** Takes everything out of the lists of the worker's own people who have been here. */
  tidy(): Promise<void>
  /** Does the same for whoever made an account of their own in the browser that sends these requests. */
  tidyAfterSignUp(request: APIRequestContext): Promise<void>
}

export function createSessions(browser: Browser, baseURL: string): Sessions {
  const contexts = new Map<Who, Promise<BrowserContext>>()
  const used = new Set<Who>()

  async function arrive(who: Who): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL, locale: 'en-GB' })
    if (isDemo(who)) await signInByForms(context.request, emails[who], 'known')
    else await signInByForms(context.request, freshEmail(who), 'new')
    if (!isDemo(who) && who !== 'emil') await acceptTerms(personApi(context.request))
    if (!isDemo(who) && !isNewcomer(who)) await giveDetails(personApi(context.request))
    return context
  }

  async function contextOf(who: Who): Promise<BrowserContext> {
    used.add(who)
    const known = contexts.get(who)
    const context = known && (await isSignedIn(await known)) ? known : arrive(who)
    contexts.set(who, context)
    return context
  }

  return {
    enter: async (context, who) => context.addCookies(await (await contextOf(who)).cookies()),
    api: async (who) => personApi((await contextOf(who)).request),
    async tidy() {
      const own = [...used].filter((who) => !isDemo(who) && !isNewcomer(who))
      used.clear()
      for (const who of own) await removeAll(personApi((await contextOf(who)).request))
    },
    async tidyAfterSignUp(request) {
      if (!(await request.post('/auth/token')).ok()) return
      const api = personApi(request)
      const account = await api('GET', '/api/2/users/me')
      if (account.ok() && !isOfDemo(((await account.json()) as { email: string }).email)) await removeAll(api)
    },
  }
}

/** A test may have signed this session out, or put another in its place. */
async function isSignedIn({ request }: BrowserContext): Promise<boolean> {
  return (await request.post('/auth/token')).ok()
}

async function acceptTerms(api: PersonApi): Promise<void> {
  const terms = (await (await api('GET', '/api/2/tos?locale=en-GB')).json()) as { version: string }
  const accepted = await api('PUT', '/api/2/tos/status', { accepted: true, version: terms.version, country: 'DE' })
  expect(accepted.ok(), await accepted.text()).toBe(true)
}

/** The details that every owner gives before the first appliance. Specification 1. */
async function giveDetails(api: PersonApi): Promise<void> {
  const details = { firstName: 'Ada', lastName: 'Berg', contactPhone: '3012345678', phoneCountryCode: 'DE' }
  const changed = await api('PATCH', '/api/2/users/me', { ...details, contactEmail: 'ada@example.com' })
  expect(changed.ok(), await changed.text()).toBe(true)
}

function isNewcomer(who: Who): who is Newcomer {
  return who === 'dora' || who === 'emil'
}

function isDemo(who: Who): who is keyof typeof emails {
  return who in emails
}

function isOfDemo(email: string): boolean {
  return Object.values<string>(emails).includes(email)
}

async function removeAll(api: PersonApi): Promise<void> {
  const list = await api('GET', '/api/2/connections')
  // Whoever has not accepted the terms has no list yet.
  if (list.status() === 412) return
  const { items } = (await list.json()) as { items: { id: string }[] }
  for (const { id } of items) await api('DELETE', `/api/2/connections/${id}`)
}

/** Sends a request as this person, with a JSON body if there is one. */
export type PersonApi = (method: string, path: string, data?: unknown) => ReturnType<APIRequestContext['fetch']>

function personApi(request: APIRequestContext): PersonApi {
  return async (method, path, data) => {
    const answer = await request.post('/auth/token')
    const { accessToken } = (await answer.json()) as { accessToken: string }
    return request.fetch(path, { method, data, headers: { authorization: `Bearer ${accessToken}` } })
  }
}
