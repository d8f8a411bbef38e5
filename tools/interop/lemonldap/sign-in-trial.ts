import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ensureChromium } from '../../../scripts/chromium.ts'
import { findDemoSettings, launchChromium } from '../../demo.ts'
import { unpackDebianPrograms } from '../debian-programs.ts'
import { openPortalUnderTest, type PortalUnderTest } from '../portal-under-test.ts'
import type { Trial } from '../trial.ts'
import * as journey from './sign-in-steps.ts'
import { accessTokenLifetimeS, type RelyingParty, startLemonldap } from './lemonldap-server.ts'

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
const renewalTimeoutMs = accessTokenLifetimeS * 1500

/** Tests sign-in, renewal and sign-out with LemonLDAP::NG, in Chromium. */
export async function runSignInTrial(trial: Trial): Promise<void> {
  const { folder, printLine, runAtEnd } = trial
  const settings = await findDemoSettings(join(folder, 'portal'))
  const { portalUrl } = settings
  const issuer = await startLemonldap(trial, {
    folder: join(folder, 'lemonldap'),
    debian: await unpackDebianPrograms(trial, 'lemonldap', packages),
    port: settings.ports.identity,
    portalUrl,
    audience,
    parties: Object.values(parties),
  })
  const product = await openPortalUnderTest({ ...settings, issuer }, printLine)
  runAtEnd(product.stop)
  await tryJourneys({ ...trial, product }, { portalUrl, issuer })
}

type SignInTrial = Trial & { product: PortalUnderTest }

async function tryJourneys(trial: SignInTrial, addresses: Omit<journey.LemonldapSignIn, 'page'>): Promise<void> {
  const { product, printLine, runAtEnd } = trial
  ensureChromium(printLine)
  const browser = await launchChromium()
  runAtEnd(() => browser.close())
  const visit = async (): Promise<journey.LemonldapSignIn> => {
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

async function leaveHere(visit: journey.LemonldapSignIn, { printPassed }: SignInTrial): Promise<void> {
  await journey.signInWithDemoAccount(visit)
  await journey.expectTermsDialog(visit)
  printPassed(`sign-in as ${parties.online.clientId}, id and secret in the header`)
  const first = await journey.requestCurrentToken(visit)
  await journey.expectTokenAccepted(visit, await journey.waitForRenewedToken(visit, first, renewalTimeoutMs))
  printPassed('renewal; the API takes the new access token')
  await journey.signOutInPortal(visit)
  printPassed('sign-out at the portal ends both sessions: LemonLDAP::NG asks for the password again')
}

async function leaveThere(visit: journey.LemonldapSignIn, { product, printPassed }: SignInTrial): Promise<void> {
  await journey.signInWithDemoAccount(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  printPassed('sign-in with id and secret in the body')
  const last = await journey.requestCurrentToken(visit)
  await journey.signOutAtProvider(visit)
  expect(await journey.waitForRenewedToken(visit, last, renewalTimeoutMs)).toBeNull()
  expect(await product.log('portal')).toContain('refresh token refused')
  await journey.openSignInForm(visit)
  printPassed("sign-out at LemonLDAP::NG ends the portal's session at its next renewal, and leads to signing in")
}

async function stayByConsent(visit: journey.LemonldapSignIn, { product, printPassed }: SignInTrial): Promise<void> {
  await journey.signInWithDemoAccount(visit)
  await journey.acceptAtProvider(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  expect(await product.log('portal')).not.toContain('no refresh token given')
  await journey.signOutAtProvider(visit)
  const first = await journey.requestCurrentToken(visit)
  await journey.expectTokenAccepted(visit, await journey.waitForRenewedToken(visit, first, renewalTimeoutMs))
  printPassed('OIDC_PROMPT=consent brings a refresh token that outlives the session at LemonLDAP::NG')
}

async function endWithToken(visit: journey.LemonldapSignIn, { product, printPassed }: SignInTrial): Promise<void> {
  await journey.signInWithDemoAccount(visit)
  await visit.page.waitForURL((url) => url.origin === visit.portalUrl)
  expect(await product.log('portal')).toMatch(/OIDC_PROMPT=consent.*no refresh token given/u)
  printPassed('a sign-in without refresh token is warned of')
  const only = await journey.requestCurrentToken(visit)
  await journey.expectTokenAccepted(visit, only)
  expect(await journey.waitForRenewedToken(visit, only, renewalTimeoutMs)).toBeNull()
  printPassed('without refresh token the session ends with its access token')
}
