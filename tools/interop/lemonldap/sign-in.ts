import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { ensureChromium, findChromium } from '../../../scripts/chromium.ts'
import { findFreePorts } from '../../../scripts/free-ports.ts'
import { demoPortCount, demoSettings } from '../../../scripts/processes/settings.ts'
import { unpackDebianPackages } from '../../../scripts/debian.ts'
import { openProduct, type ProductUnderTest } from '../product.ts'
import type { Trial } from '../trial.ts'
import { accessTokenSeconds, writeConfiguration, type RelyingParty } from './configuration.ts'
import * as journey from './sign-in-steps.ts'
import { startLemonldap } from './server.ts'

/**
 * The Debian packages of LemonLDAP::NG, of an HTTP server that runs it, and of modules for OpenID Connect that Debian
 * only recommends.
 */
const packages = ['liblemonldap-ng-portal-perl', 'starman', 'libio-string-perl', 'libstring-random-perl', 'perl']

const audience = 'gateway-portal'
const clientSecret = 'a-secret.with_marks'
const party = (refreshTokens: RelyingParty['refreshTokens']): RelyingParty => ({
  clientId: `own-portal-${refreshTokens}`,
  clientSecret,
  refreshTokens,
})
const parties = { online: party('online'), offline: party('offline'), none: party('none') }
const renewalTimeoutMs = accessTokenSeconds * 1500

/** Tests sign-in, renewal and sign-out with LemonLDAP::NG, in Chromium. */
export async function trySignIn(trial: Trial): Promise<void> {
  const { folder, printLine, atEnd } = trial
  const root = await unpackDebianPackages(join(folder, 'debian'), packages)
  const settings = demoSettings({ PORT: String(await findFreePorts(demoPortCount)), DATA_DIR: join(folder, 'portal') })
  const work = join(folder, 'lemonldap')
  await rm(work, { recursive: true, force: true })
  const port = settings.ports.identity
  const { portalUrl } = settings
  const origin = `http://127.0.0.1:${port}`
  await writeConfiguration({ folder: work, root, origin, portalUrl, audience, parties: Object.values(parties) })
  const issuer = await startLemonldap(trial, { folder: work, root, port })
  const product = await openProduct({ ...settings, issuer }, printLine)
  atEnd(product.stop)
  await tryJourneys({ ...trial, product }, { portalUrl, issuer })
}

type SignInTrial = Trial & { product: ProductUnderTest }

async function tryJourneys(trial: SignInTrial, addresses: Omit<journey.ProviderPage, 'page'>): Promise<void> {
  const { product, printLine, atEnd } = trial
  ensureChromium(printLine)
  const executablePath = findChromium()
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  atEnd(() => browser.close())
  const visit = async (): Promise<journey.ProviderPage> => {
    const context = await browser.newContext({ locale: 'en-GB' })
    return { page: await context.newPage(), ...addresses }
  }
  const as = (client: RelyingParty, own: Record<string, string> = {}): Promise<void> =>
    product.startWith('portal', { OIDC_CLIENT_ID: client.clientId, OIDC_CLIENT_SECRET: client.clientSecret, ...own })

  await as(parties.online)
  await leaveHere(await visit(), trial)
  await as(parties.online, { OIDC_CLIENT_AUTH: 'post' })
  await leaveThere(await visit(), trial)
  await as(parties.offline, { OIDC_PROMPT: 'consent' })
  await stayByConsent(await visit(), trial)
  await as(parties.none)
  await endWithToken(await visit(), trial)
}

async function leaveHere(visit: journey.ProviderPage, { passed }: SignInTrial): Promise<void> {
  await journey.signInAsDemo(visit)
  await journey.expectTerms(visit)
  passed(`sign-in as ${parties.online.clientId}, id and secret in the header`)
  const first = await journey.requestCurrentToken(visit)
  await journey.expectAccepted(visit, await journey.waitForNextToken(visit, first, renewalTimeoutMs))
  passed('renewal; the API takes the new access token')
  await journey.signOutInPortal(visit)
  passed('sign-out at the portal ends both sessions: LemonLDAP::NG asks for the password again')
}

async function leaveThere(visit: journey.ProviderPage, { product, passed }: SignInTrial): Promise<void> {
  await journey.signInAsDemo(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  passed('sign-in with id and secret in the body')
  const last = await journey.requestCurrentToken(visit)
  await journey.signOutAtProvider(visit)
  expect(await journey.waitForNextToken(visit, last, renewalTimeoutMs)).toBeNull()
  expect(await product.log('portal')).toContain('refresh token refused')
  await journey.openSignInForm(visit)
  passed("sign-out at LemonLDAP::NG ends the portal's session at its next renewal, and leads to signing in")
}

async function stayByConsent(visit: journey.ProviderPage, { product, passed }: SignInTrial): Promise<void> {
  await journey.signInAsDemo(visit)
  await journey.acceptAtProvider(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  expect(await product.log('portal')).not.toContain('no refresh token given')
  await journey.signOutAtProvider(visit)
  const first = await journey.requestCurrentToken(visit)
  await journey.expectAccepted(visit, await journey.waitForNextToken(visit, first, renewalTimeoutMs))
  passed('OIDC_PROMPT=consent brings a refresh token that outlives the session at LemonLDAP::NG')
}

async function endWithToken(visit: journey.ProviderPage, { product, passed }: SignInTrial): Promise<void> {
  await journey.signInAsDemo(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  expect(await product.log('portal')).toMatch(/OIDC_PROMPT=consent.*no refresh token given/u)
  passed('a sign-in without refresh token is warned of')
  const only = await journey.requestCurrentToken(visit)
  await journey.expectAccepted(visit, only)
  expect(await journey.waitForNextToken(visit, only, renewalTimeoutMs)).toBeNull()
  passed('without refresh token the session ends with its access token')
}
