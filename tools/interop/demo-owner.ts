import { type APIRequestContext, type APIResponse, request } from '@playwright/test'
import { demoPassword, demoEmails } from '../../scripts/demo/people.ts'
import type { Trial } from './trial.ts'

/** The owner of the demo, signed in with the cookies of a browser, but without a browser. */
export type DemoOwner = {
  /** Calls the API of the portal. @throws Error if the answer is not 2xx */
  call<Answer>(method: string, path: string, data?: object): Promise<Answer>
  /**
   * Enters the user code of a client at this URL, and shares all appliances that the consent page lists. Returns
   * their ids.
   */
  share(code: { address: string; userCode: string }): Promise<string[]>
  /**
   * Opens a URL that leads to a consent page, and shares all appliances. Returns their ids, and the client's URL to
   * which the portal redirects.
   */
  shareWith(address: string): Promise<{ shared: string[]; callback: string }>
  /** Reads a page or file as a browser does, and returns its text. */
  read(address: string): Promise<string>
  /** Reads a file of the API, and returns its text. */
  download(path: string): Promise<string>
  /** Ends the sharing of this appliance with third parties. */
  endSharing(connectionId: string): Promise<void>
}

export async function signInDemoOwner({ runAtEnd }: Trial, portalUrl: string): Promise<DemoOwner> {
  const session = await request.newContext({ baseURL: portalUrl, extraHTTPHeaders: { 'accept-language': 'en' } })
  runAtEnd(async () => session.dispose())
  const page = await session.get('/auth/login?returnTo=/info')
  await session.post(page.url(), { form: { email: demoEmails.owner, password: demoPassword } })

  async function send(method: string, path: string, data?: object): Promise<APIResponse> {
    const { accessToken } = (await (await session.post('/auth/token')).json()) as { accessToken: string }
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await session.fetch(path, { method, headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path} was answered ${answer.status()}: ${await answer.text()}`)
    return answer
  }

  async function call<Answer>(method: string, path: string, data?: object): Promise<Answer> {
    const answer = await send(method, path, data)
    return (answer.status() === 204 ? null : await answer.json()) as Answer
  }

  async function accept(requestId: string): Promise<{ shared: string[]; continueUrl: string }> {
    const path = `/api/2/sharing/${requestId}`
    const question = await call<{ appliances: { id: string }[] }>('GET', path)
    const shared = question.appliances.map(({ id }) => id)
    const { continueUrl } = await call<{ continueUrl: string }>('POST', path, { accept: true, connectionIds: shared })
    return { shared, continueUrl }
  }

  return {
    call,
    async share(code) {
      const { shared, continueUrl } = await accept(await enterCode(session, code))
      await session.get(continueUrl)
      return shared
    },
    async shareWith(address) {
      const { shared, continueUrl } = await accept(requestIdOf(await session.get(address)))
      const { location = '' } = (await session.get(continueUrl, { maxRedirects: 0 })).headers()
      return { shared, callback: location }
    },
    read: async (address) => (await session.get(address)).text(),
    download: async (path) => (await send('GET', path)).text(),
    async endSharing(connectionId) {
      const path = `/api/2/connections/${connectionId}/access`
      const { grants } = await call<{ grants: { id: string }[] }>('GET', path)
      for (const { id } of grants) await call('DELETE', `${path}/grants/${id}`)
    },
  }
}

/** Enters the user code. Returns the id of the consent request to which the portal redirects. */
async function enterCode(
  session: APIRequestContext,
  { address, userCode }: { address: string; userCode: string },
): Promise<string> {
  const form = await (await session.get(address)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/u.exec(form)?.[1] ?? ''
  await session.post(address, { form: { xsrf, user_code: userCode } })
  return requestIdOf(await session.post(address, { form: { xsrf, user_code: userCode, confirm: 'yes' } }))
}

function requestIdOf(page: APIResponse): string {
  const [, requestId] = /\/share\/([\w-]+)$/u.exec(page.url()) ?? []
  if (requestId === undefined) throw new Error(`No question, but status ${page.status()} of ${page.url()}`)
  return requestId
}
