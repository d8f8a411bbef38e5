import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Provider, Session } from 'oidc-provider'
import type { Pool } from 'pg'
import { changeEmail, changePassword } from '../accounts.ts'
import type { Account, ProfileChangeOutcome } from '../accounts.ts'
import { readPostedForm } from '../posted-form.ts'
import type { PostedForm } from '../posted-form.ts'
import type { Presentation, PresentationFinder } from '../presentation.ts'
import { type FieldErrorTexts, fieldErrorTextsOf } from '../pages/field-errors.ts'
import { renderMessagePage } from '../pages/message-pages.ts'
import { renderProfilePage } from '../pages/profile-page.ts'
import type { ProfilePageContent } from '../pages/profile-page.ts'
import { sendRedirect, sendPage } from '../reply.ts'
import type { RequestAndResponse } from '../reply.ts'
import * as store from '../store.ts'
import { type ProviderTextId, formatRetryTime } from '../provider-texts.ts'
import type { SignInThrottle } from '../sign-in-throttle.ts'

export type ProfileContext = {
  provider: Provider
  pool: Pool
  throttle: SignInThrottle
  origin: string
  portalUrl: string
  presentations: PresentationFinder
  secret: string
}

type SignedIn = { account: Account; session: Session; presentation: Presentation }

/** Handles requests to the profile page, to which the portal links as 'Edit profile'. Returns false for other paths. */
export async function answerProfilePages(
  context: ProfileContext,
  exchange: RequestAndResponse,
  path: string,
): Promise<boolean> {
  if (path !== '/profile' && path !== '/profile/email' && path !== '/profile/password') return false
  const presentation = context.presentations.presentationOf(exchange)
  const found = await signedInAccount(context, exchange)
  const signedIn = found && { ...found, presentation }
  if (!signedIn) sendSignedOut(context, exchange, presentation)
  else if (exchange.request.method !== 'POST') sendProfile(context, exchange, signedIn)
  else await submit(context, exchange, { signedIn, path })
  return true
}

async function signedInAccount(
  { provider, pool }: ProfileContext,
  exchange: RequestAndResponse,
): Promise<Omit<SignedIn, 'presentation'> | null> {
  const session = await provider.Session.get(provider.createContext(exchange.request, exchange.response))
  if (!session.accountId) return null
  const account = await store.findAccountById(pool, session.accountId)
  return account && { account, session }
}

type Submission = { signedIn: SignedIn; path: string }

async function submit(
  context: ProfileContext,
  exchange: RequestAndResponse,
  { signedIn, path }: Submission,
): Promise<void> {
  const form = await readPostedForm(exchange.request, context.origin)
  if (!isOwnForm(context, signedIn.session, form)) return sendProfileExpired(exchange, signedIn.presentation)
  if (path === '/profile/email') return submitEmail(context, exchange, { signedIn, form })
  return submitPassword(context, exchange, { signedIn, form })
}

type Filled = { signedIn: SignedIn; form: PostedForm }

async function submitEmail(
  context: ProfileContext,
  exchange: RequestAndResponse,
  { signedIn, form }: Filled,
): Promise<void> {
  const email = form.field('email')
  const change = await changeEmail(context.pool, signedIn.account, email)
  if (change.kind === 'changed') return sendRedirect(exchange, '/profile?saved=email')
  const emailErrors = fieldErrorTextsOf(change.errors, signedIn.presentation.texts)
  sendPage(exchange, 'invalid', renderProfilePage({ ...pageFor(context, signedIn), email, emailErrors }))
}

async function submitPassword(
  context: ProfileContext,
  exchange: RequestAndResponse,
  { signedIn, form }: Filled,
): Promise<void> {
  const { account, session, presentation } = signedIn
  const change = await throttledPasswordChange(context, exchange, { signedIn, form })
  if (change.kind !== 'changed') {
    const passwordErrors = passwordErrorsOf(change, presentation)
    return sendPage(exchange, 'invalid', renderProfilePage({ ...pageFor(context, signedIn), passwordErrors }))
  }
  await store.deleteSessionsExcept(context.pool, account.id, session.jti)
  sendRedirect(exchange, '/profile?saved=password')
}

type PasswordRefusal =
  | Exclude<ProfileChangeOutcome, { kind: 'changed' }>
  | { kind: 'blocked'; retryAfterSeconds: number }

function passwordErrorsOf(refusal: PasswordRefusal, { texts }: Presentation): FieldErrorTexts {
  if (refusal.kind === 'refused') return fieldErrorTextsOf(refusal.errors, texts)
  const when = formatRetryTime(refusal.retryAfterSeconds, texts.language)
  return { currentPassword: texts.text('too-many-attempts', { when }) }
}

async function throttledPasswordChange(
  { pool, throttle }: ProfileContext,
  { request }: RequestAndResponse,
  { signedIn: { account }, form }: Filled,
): Promise<ProfileChangeOutcome | PasswordRefusal> {
  const attempt = { account: account.email, address: request.socket.remoteAddress ?? 'unknown' }
  const verdict = await throttle.begin(attempt)
  if (verdict.kind === 'blocked') return verdict
  const change = await changePassword(pool, account, {
    current: form.field('current-password'),
    next: form.field('new-password'),
  })
  if (change.kind === 'changed' || !change.errors.currentPassword) await throttle.recordSuccess(attempt)
  return change
}

const savedTexts: Record<string, ProviderTextId> = { email: 'email-saved', password: 'password-saved' }

function sendProfile(context: ProfileContext, exchange: RequestAndResponse, signedIn: SignedIn): void {
  const savedOutcome = savedTexts[new URL(exchange.request.url ?? '/', context.origin).searchParams.get('saved') ?? '']
  sendPage(
    exchange,
    'ok',
    renderProfilePage({
      ...pageFor(context, signedIn),
      ...(savedOutcome && { saved: signedIn.presentation.texts.text(savedOutcome) }),
    }),
  )
}

function pageFor(context: ProfileContext, { account, session, presentation }: SignedIn): ProfilePageContent {
  return { presentation, email: account.email, csrfToken: csrfToken(context, session), portalUrl: context.portalUrl }
}

function csrfToken({ secret }: ProfileContext, session: Session): string {
  return createHmac('sha256', secret).update(`profile:${session.uid}`).digest('base64url')
}

function isOwnForm(context: ProfileContext, session: Session, form: PostedForm): boolean {
  const expected = Buffer.from(csrfToken(context, session))
  const actual = Buffer.from(form.field('csrf'))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function sendSignedOut({ portalUrl }: ProfileContext, exchange: RequestAndResponse, presentation: Presentation): void {
  const { text } = presentation.texts
  const href = `${portalUrl}/auth/login?returnTo=${encodeURIComponent('/auth/profile')}`
  const link = { href, label: text('sign-in') }
  sendPage(
    exchange,
    'signed-out',
    renderMessagePage(presentation, { title: text('edit-profile'), text: text('profile-signed-out'), link }),
  )
}

function sendProfileExpired(exchange: RequestAndResponse, presentation: Presentation): void {
  const { text } = presentation.texts
  const link = { href: '/profile', label: text('open-again') }
  sendPage(
    exchange,
    'forbidden',
    renderMessagePage(presentation, { title: text('edit-profile'), text: text('profile-expired'), link }),
  )
}
