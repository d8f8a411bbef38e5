import { errors } from 'oidc-provider'
import { FormError } from './posted-form.ts'
import type { PresentationFinder } from './presentation.ts'
import { renderMessagePage } from './pages/message-pages.ts'
import { sendPage } from './reply.ts'
import type { RequestAndResponse, ReplyOutcome } from './reply.ts'
import type { ProviderTextId } from './provider-texts.ts'

type FailureContext = { presentations: PresentationFinder; portalUrl: string; onError: (error: unknown) => void }

/** Sends a page with one sentence about the error. If the error is unexpected, also calls `onError`. */
export function sendFailurePage(
  { presentations, portalUrl, onError }: FailureContext,
  exchange: RequestAndResponse,
  error: unknown,
): void {
  const { outcome, title, sentence } = failureOf(error)
  if (outcome === 'broken') onError(error)
  if (exchange.response.headersSent) return void exchange.response.destroy()
  const presentation = presentations.presentationOf(exchange)
  const { text } = presentation.texts
  const link = { href: `${portalUrl}/`, label: text('to-portal') }
  sendPage(exchange, outcome, renderMessagePage(presentation, { title: text(title), text: text(sentence), link }))
}

type Failure = { outcome: ReplyOutcome; title: ProviderTextId; sentence: ProviderTextId }

function failureOf(error: unknown): Failure {
  if (error instanceof errors.SessionNotFound) {
    return { outcome: 'expired', title: 'sign-in-again', sentence: 'sign-in-over' }
  }
  if (error instanceof FormError) {
    const outcome = error.reason === 'too-large' ? 'too-large' : 'forbidden'
    return { outcome, title: 'failed', sentence: 'form-refused' }
  }
  return { outcome: 'broken', title: 'failed', sentence: 'broken' }
}
