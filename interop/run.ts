import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { ensureChromium, systemChromium } from '../scripts/chromium.ts'
import { freePorts } from '../scripts/free-ports.ts'
import { worldSettings } from '../scripts/world/settings.ts'
import * as journey from './journeys.ts'
import { accessTokenSeconds, writeConfiguration, type RelyingParty } from './lemonldap/configuration.ts'
import { NotAvailableError, unpackLemonldap } from './lemonldap/packages.ts'
import { startLemonldap } from './lemonldap/server.ts'
import { openForeignPortal, type ForeignPortal } from './portal.ts'

// `npm run interop`: the portal over LemonLDAP::NG, tried through Chromium. A line for each thing that passed; exit code 1
// when one did not, 0 when this machine can't get LemonLDAP::NG. All files are in .data/interop.

const folder = join(import.meta.dirname, '../.data/interop')
const audience = 'gateway-portal'
const clientSecret = 'a-secret.with_marks'
const party = (refreshTokens: RelyingParty['refreshTokens']): RelyingParty => ({
  clientId: `own-portal-${refreshTokens}`,
  clientSecret,
  refreshTokens,
})
const parties = { online: party('online'), offline: party('offline'), none: party('none') }
const renewedWithinMs = accessTokenSeconds * 1500

const ends: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(event, () => void exit(130))

await tryPortal().then(
  () => exit(0),
  async (error: Error) => {
    const isMissing = error instanceof NotAvailableError
    say(isMissing ? `not tried: LemonLDAP::NG can't be had here: ${error.message}.` : `failed: ${error.stack}`)
    await exit(isMissing ? 0 : 1)
  },
)

async function tryPortal(): Promise<void> {
  await mkdir(folder, { recursive: true })
  say('Fetching LemonLDAP::NG.')
  const root = await unpackLemonldap(join(folder, 'debian'))
  const settings = worldSettings({ PORT: String(await freePorts(7)), DATA_DIR: join(folder, 'portal') })
  const work = join(folder, 'lemonldap')
  await rm(work, { recursive: true, force: true })
  const port = settings.ports.identity
  const { portalUrl } = settings
  const origin = `http://127.0.0.1:${port}`
  await writeConfiguration({ folder: work, root, origin, portalUrl, audience, parties: Object.values(parties) })
  const lemonldap = await startLemonldap({ folder: work, root, port })
  ends.push(lemonldap.stop)
  const portal = await openForeignPortal({ ...settings, issuer: lemonldap.issuer }, say)
  ends.push(portal.stop)
  await tryJourneys(portal, { portalUrl, issuer: lemonldap.issuer })
}

async function tryJourneys(portal: ForeignPortal, places: Omit<journey.ProviderVisit, 'page'>): Promise<void> {
  ensureChromium(say)
  const executablePath = systemChromium()
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  ends.push(() => browser.close())
  const visit = async (): Promise<journey.ProviderVisit> => {
    const context = await browser.newContext({ locale: 'en-GB' })
    return { page: await context.newPage(), ...places }
  }
  const as = (client: RelyingParty, own: Record<string, string> = {}): Promise<void> =>
    portal.startWith({ OIDC_CLIENT_ID: client.clientId, OIDC_CLIENT_SECRET: client.clientSecret, ...own })

  await as(parties.online)
  await leaveHere(await visit())
  await as(parties.online, { OIDC_CLIENT_AUTH: 'post' })
  await leaveThere(await visit(), portal)
  await as(parties.offline, { OIDC_PROMPT: 'consent' })
  await stayByConsent(await visit(), portal)
  await as(parties.none)
  await endWithToken(await visit(), portal)
}

async function leaveHere(visit: journey.ProviderVisit): Promise<void> {
  await journey.signInAsDemo(visit)
  await journey.seeTerms(visit)
  passed(`sign-in as ${parties.online.clientId}, id and secret in the header`)
  const first = await journey.currentToken(visit)
  await journey.expectAccepted(visit, await journey.nextToken(visit, first, renewedWithinMs))
  passed('renewal; the API takes the new access token')
  await journey.signOutHere(visit)
  passed('sign-out at the portal ends both sessions: LemonLDAP::NG asks for the password again')
}

async function leaveThere(visit: journey.ProviderVisit, portal: ForeignPortal): Promise<void> {
  await journey.signInAsDemo(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  passed('sign-in with id and secret in the body')
  const last = await journey.currentToken(visit)
  await journey.signOutThere(visit)
  expect(await journey.nextToken(visit, last, renewedWithinMs)).toBeNull()
  expect(await portal.log()).toContain('refresh token refused')
  await journey.comeToSignIn(visit)
  passed("sign-out at LemonLDAP::NG ends the portal's session at its next renewal, and leads to signing in")
}

async function stayByConsent(visit: journey.ProviderVisit, portal: ForeignPortal): Promise<void> {
  await journey.signInAsDemo(visit)
  await journey.acceptThere(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  expect(await portal.log()).not.toContain('no refresh token given')
  await journey.signOutThere(visit)
  const first = await journey.currentToken(visit)
  await journey.expectAccepted(visit, await journey.nextToken(visit, first, renewedWithinMs))
  passed('OIDC_PROMPT=consent brings a refresh token that outlives the session at LemonLDAP::NG')
}

async function endWithToken(visit: journey.ProviderVisit, portal: ForeignPortal): Promise<void> {
  await journey.signInAsDemo(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  expect(await portal.log()).toMatch(/OIDC_PROMPT=consent.*no refresh token given/u)
  passed('a sign-in without refresh token is warned of')
  const only = await journey.currentToken(visit)
  await journey.expectAccepted(visit, only)
  expect(await journey.nextToken(visit, only, renewedWithinMs)).toBeNull()
  passed('without refresh token the session ends with its access token')
}

function passed(what: string): void {
  say(`passed: ${what}`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Ends what was started, the last first. */
async function exit(code: number): Promise<never> {
  ending ??= endAll()
  await ending
  process.exit(code)
}

async function endAll(): Promise<void> {
  for (const end of ends.toReversed()) await end()
}
