import type { ProviderContext } from 'oidc-provider'
import { noticePage, signingOutPage, signOutPage } from './pages/notice.ts'

/** Asks before signing out, unless the portal's ID token shows that the person has been asked there. */
export function renderSignOut(context: ProviderContext, form: string): void {
  const { session, entities } = context.oidc
  const asked = entities.IdTokenHint?.payload.sub === session.accountId
  context.type = 'html'
  context.body = asked ? signingOutPage(form) : signOutPage(form)
}

/** Where a sign-out ends that names no address to return to. */
export function renderSignedOut(context: ProviderContext, portalUrl: string): void {
  context.type = 'html'
  context.body = noticePage({
    title: 'Signed out',
    text: 'You are signed out.',
    link: { href: `${portalUrl}/`, label: 'Go to the portal' },
  })
}

/** What the library refuses before it may send the browser back to the portal. */
export function renderError(context: ProviderContext, { error }: { error: string }, portalUrl: string): void {
  context.type = 'html'
  context.body = noticePage({
    title: 'This did not work',
    text: `Your request could not be completed (${error}). Go back to the portal and try again.`,
    link: { href: `${portalUrl}/`, label: 'Go to the portal' },
  })
}
