import { type APIRequestContext, request } from '@playwright/test'
import { demoPassword, emails } from '../../scripts/demo/people.ts'
import type { Trial } from './trial.ts'

/** The owner of the demo, with a browser's cookies but without a page. */
export type DemoOwner = {
  /** Calls the API of the portal. @throws if it refuses */
  call<Answer>(method: string, path: string, data?: object): Promise<Answer>
  /** Enters the code of a program at this address, and shares all appliances that the question lists. */
  share(code: { address: string; userCode: string }): Promise<string[]>
  /** Ends what the owner shares of this appliance. */
  endSharing(connectionId: string): Promise<void>
}

export async function signInOwner({ atEnd }: Trial, portalUrl: string): Promise<DemoOwner> {
  const session = await request.newContext({ baseURL: portalUrl, extraHTTPHeaders: { 'accept-language': 'en' } })
  atEnd(async () => session.dispose())
  const page = await session.get('/auth/login?returnTo=/info')
  await session.post(page.url(), { form: { email: emails.owner, password: demoPassword } })

  async function call<Answer>(method: string, path: string, data?: object): Promise<Answer> {
    const { accessToken } = (await (await session.post('/auth/token')).json()) as { accessToken: string }
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await session.fetch(path, { method, headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path} was answered ${answer.status()}: ${await answer.text()}`)
    return (answer.status() === 204 ? null : await answer.json()) as Answer
  }

  return {
    call,
    async share(code) {
      const path = `/api/2/sharing/${await enterCode(session, code)}`
      const question = await call<{ appliances: { id: string }[] }>('GET', path)
      const connectionIds = question.appliances.map(({ id }) => id)
      const { continueUrl } = await call<{ continueUrl: string }>('POST', path, { accept: true, connectionIds })
      await session.get(continueUrl)
      return connectionIds
    },
    async endSharing(connectionId) {
      const path = `/api/2/connections/${connectionId}/access`
      const { grants } = await call<{ grants: { id: string }[] }>('GET', path)
      for (const { id } of grants) await call('DELETE', `${path}/grants/${id}`)
    },
  }
}

/** Returns the id of the question to which the portal leads. */
async function enterCode(
  session: APIRequestContext,
  { address, userCode }: { address: string; userCode: string },
): Promise<string> {
  const form = await (await session.get(address)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/u.exec(form)?.[1] ?? ''
  await session.post(address, { form: { xsrf, user_code: userCode } })
  const confirmed = await session.post(address, { form: { xsrf, user_code: userCode, confirm: 'yes' } })
  const [, requestId] = /\/share\/([\w-]+)$/u.exec(confirmed.url()) ?? []
  if (requestId === undefined) throw new Error(`The code led to ${confirmed.url()}: ${await confirmed.text()}`)
  return requestId
}
