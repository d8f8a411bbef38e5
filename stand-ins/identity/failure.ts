import { errors } from 'oidc-provider'
import { FormRefusal } from './form.ts'
import { noticePage } from './pages/notice.ts'
import { sendPage } from './reply.ts'
import type { Exchange, Outcome } from './reply.ts'

type Failed = { exchange: Exchange; portalUrl: string; error: unknown; onError: (error: unknown) => void }

/** Says in one sentence what went wrong. What nobody expected goes to `onError`, too. */
export function sendFailure({ exchange, portalUrl, error, onError }: Failed): void {
  const { outcome, title, text } = failureOf(error)
  if (outcome === 'broken') onError(error)
  if (exchange.response.headersSent) return void exchange.response.destroy()
  sendPage(exchange, outcome, noticePage({ title, text, link: { href: `${portalUrl}/`, label: 'Go to the portal' } }))
}

type Failure = { outcome: Outcome; title: string; text: string }

function failureOf(error: unknown): Failure {
  if (error instanceof errors.SessionNotFound) {
    const text = 'This sign-in is over or took too long. Go to the portal to sign in.'
    return { outcome: 'expired', title: 'Sign in again', text }
  }
  if (error instanceof FormRefusal) {
    const outcome = error.reason === 'too-large' ? 'too-large' : 'forbidden'
    return { outcome, title: 'This did not work', text: 'The form was refused. Go to the portal and try again.' }
  }
  return { outcome: 'broken', title: 'This did not work', text: 'Something went wrong here. Try again in a minute.' }
}
