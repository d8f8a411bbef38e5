import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Credentials } from '#stand-ins/identity/accounts.ts'
import { hashPassword } from '#stand-ins/identity/password.ts'
import { insertAccount } from '#stand-ins/identity/store.ts'

/** A minimal browser for sign-ins. It stores cookies by host and path, and follows redirects until `stopAt`. */
export type ScriptedSignInBrowser = {
  get(url: string): Promise<ScriptedSignInBrowserPage>
  /** Posts a form. */
  post(url: string, fields: Record<string, string>): Promise<ScriptedSignInBrowserPage>
  /** Posts JSON, as a script of a page at that origin would. */
  postJson(url: string, body: object): Promise<ScriptedSignInBrowserPage>
}

/**
 * The options of the browser. It follows redirects until the first URL that begins with `stopAt`, and does not
 * request that URL.
 */
export type ScriptedSignInBrowserOptions = { stopAt?: string }

export type ScriptedSignInBrowserPage = { url: string; status: number; text: string; headers: Headers }

type Cookie = { name: string; value: string; host: string; path: string }

export function createScriptedSignInBrowser({ stopAt }: ScriptedSignInBrowserOptions = {}): ScriptedSignInBrowser {
  const cookies: Cookie[] = []

  async function load(url: string, init: RequestInit): Promise<ScriptedSignInBrowserPage> {
    const response = await fetch(url, { ...init, redirect: 'manual', headers: headersFor(url, init.body) })
    for (const line of response.headers.getSetCookie()) keep(line, url)
    const location = response.headers.get('location')
    const text = await response.text()
    if (location === null) return { url, status: response.status, text, headers: response.headers }
    const next = new URL(location, url).href
    if (stopAt && next.startsWith(stopAt))
      return { url: next, status: response.status, text, headers: response.headers }
    return load(next, { method: 'GET' })
  }

  function headersFor(url: string, body: RequestInit['body']): HeadersInit {
    const { hostname, pathname, origin } = new URL(url)
    const sent = cookies.filter((cookie) => cookie.host === hostname && pathname.startsWith(cookie.path))
    return {
      Accept: 'text/html',
      Cookie: sent.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '),
      ...(body ? { Origin: origin } : {}),
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    }
  }

  function keep(line: string, url: string): void {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((each) => each.toLowerCase().startsWith('path='))?.slice('path='.length) ?? '/'
    const host = new URL(url).hostname
    const old = cookies.findIndex((each) => each.name === name && each.host === host && each.path === path)
    if (old >= 0) cookies.splice(old, 1)
    if (value !== '') cookies.push({ name, value, host, path })
  }

  return {
    get: (url) => load(url, { method: 'GET' }),
    post: (url, fields) => load(url, { method: 'POST', body: new URLSearchParams(fields) }),
    postJson: (url, body) => load(url, { method: 'POST', body: JSON.stringify(body) }),
  }
}

/** Signs in at an authorization URL. Returns the last page; its `url` is the URL to which the provider redirects. */
export async function signInThroughPages(
  browser: ScriptedSignInBrowser,
  authorizationUrl: string,
  credentials: Credentials,
): Promise<ScriptedSignInBrowserPage> {
  const page = await browser.get(authorizationUrl)
  return browser.post(page.url, credentials)
}

/**
 * Returns the action and the hidden fields of the first form on the page that has hidden fields. @throws Error if no
 * form has hidden fields
 */
export function parseHiddenForm(page: ScriptedSignInBrowserPage): { action: string; fields: Record<string, string> } {
  const form = /<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?<input type="hidden"[\s\S]*?)<\/form>/.exec(page.text)
  if (!form?.[1] || form[2] === undefined) throw new Error(`The page ${page.url} has no form with hidden fields.`)
  const inputs = form[2].matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return {
    action: new URL(form[1], page.url).href,
    fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value])),
  }
}

/** Inserts an account whose password hash is fast to compute. Returns the `sub` of the account. */
export async function insertTestAccount(pool: Pool, { email, password }: Credentials): Promise<string> {
  const id = randomUUID()
  await insertAccount(pool, {
    id,
    email,
    emailVerified: false,
    givenName: null,
    familyName: null,
    passwordHash: await hashPassword(password, { logN: 4, r: 8, p: 1 }),
  })
  return id
}
