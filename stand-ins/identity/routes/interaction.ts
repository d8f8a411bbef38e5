import type { InteractionResult, Provider } from 'oidc-provider'
import type { Pool } from 'pg'
import { createAccount, findAccountByCredentials, toAccountName } from '../accounts.ts'
import { readPostedForm } from '../posted-form.ts'
import type { Presentation, PresentationFinder } from '../presentation.ts'
import { renderAccountCreationPage } from '../pages/account-creation-page.ts'
import { fieldErrorTextsOf } from '../pages/field-errors.ts'
import { renderSignInPage } from '../pages/sign-in-page.ts'
import { sendPage } from '../reply.ts'
import type { RequestAndResponse } from '../reply.ts'
import { formatRetryTime } from '../provider-texts.ts'
import type { SignInThrottle } from '../sign-in-throttle.ts'

export type InteractionContext = {
  provider: Provider
  pool: Pool
  throttle: SignInThrottle
  newAccountThrottle: SignInThrottle
  origin: string
  presentations: PresentationFinder
}

/** The data of a page whose fields are empty. */
type BlankPage = { uid: string; presentation: Presentation }

const paths = /^\/interaction\/([\w-]{1,64})(\/create-account)?$/

/**
 * Answers the pages for sign-in and for a new account during an authorization request. Returns false if the path is
 * not one of these pages.
 */
export async function answerInteraction(
  context: InteractionContext,
  exchange: RequestAndResponse,
  path: string,
): Promise<boolean> {
  const [matched, uid, creating] = paths.exec(path) ?? []
  if (!matched || !uid) return false
  const { prompt, params, grantId } = await context.provider.interactionDetails(exchange.request, exchange.response)
  const page = { uid, presentation: context.presentations.presentationOf(exchange, params.ui_locales) }
  if (prompt.name === 'consent') await finish(context, exchange, { consent: grantId ? { grantId } : {} })
  else if (exchange.request.method !== 'POST')
    sendPage(exchange, 'ok', creating ? renderAccountCreationPage(page) : renderSignInPage(page))
  else if (creating) await submitAccount(context, exchange, page)
  else await submitSignIn(context, exchange, page)
  return true
}

async function submitSignIn(context: InteractionContext, exchange: RequestAndResponse, page: BlankPage): Promise<void> {
  const form = await readPostedForm(exchange.request, context.origin)
  const [email, password] = [form.field('email'), form.field('password')]
  const attempt = { account: email, address: addressOf(exchange) }
  const verdict = await context.throttle.begin(attempt)
  if (verdict.kind === 'blocked') {
    exchange.response.setHeader('Retry-After', verdict.retryAfterSeconds)
    const failure = page.presentation.texts.text('too-many-sign-ins', {
      when: formatRetryTime(verdict.retryAfterSeconds, page.presentation.texts.language),
    })
    return sendPage(exchange, 'too-many', renderSignInPage({ ...page, email, failure }))
  }
  const account = await findAccountByCredentials(context.pool, { email, password })
  if (!account) {
    return sendPage(
      exchange,
      'invalid',
      renderSignInPage({ ...page, email, failure: page.presentation.texts.text('wrong') }),
    )
  }
  await context.throttle.recordSuccess(attempt)
  await finish(context, exchange, { login: { accountId: account.id } })
}

async function submitAccount(
  context: InteractionContext,
  exchange: RequestAndResponse,
  page: BlankPage,
): Promise<void> {
  const form = await readPostedForm(exchange.request, context.origin)
  const [email, password] = [form.field('email'), form.field('password')]
  // Opens only the page if the form has no password. The button "Create account" of the sign-in page submits its form
  // to this path.
  if (password === '' && form.field('submitted') === '')
    return sendPage(exchange, 'ok', renderAccountCreationPage({ ...page, email }))
  const address = addressOf(exchange)
  const verdict = await context.newAccountThrottle.begin({ account: address, address })
  if (verdict.kind === 'blocked') {
    exchange.response.setHeader('Retry-After', verdict.retryAfterSeconds)
    const failure = page.presentation.texts.text('too-many-accounts', {
      when: formatRetryTime(verdict.retryAfterSeconds, page.presentation.texts.language),
    })
    return sendPage(exchange, 'too-many', renderAccountCreationPage({ ...page, email, failure }))
  }
  const names = {
    givenName: toAccountName(form.field('given-name')),
    familyName: toAccountName(form.field('family-name')),
  }
  const accountCreationOutcome = await createAccount(context.pool, { email, password, ...names })
  if (accountCreationOutcome.kind === 'refused') {
    const errors = fieldErrorTextsOf(accountCreationOutcome.errors, page.presentation.texts)
    return sendPage(exchange, 'invalid', renderAccountCreationPage({ ...page, email, password, ...names, errors }))
  }
  await finish(context, exchange, { login: { accountId: accountCreationOutcome.account.id } })
}

function finish(
  { provider }: InteractionContext,
  { request, response }: RequestAndResponse,
  result: InteractionResult,
): Promise<void> {
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: 'consent' in result })
}

function addressOf({ request }: RequestAndResponse): string {
  return request.socket.remoteAddress ?? 'unknown'
}
