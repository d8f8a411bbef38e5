import type { ProviderContext } from 'oidc-provider'
import type { PresentationFinder } from './presentation.ts'
import { renderMessagePage, renderSigningOutPage, renderSignOutPage } from './pages/message-pages.ts'

/** Sends the library's pages in the person's language and brand. */
export type LibraryPages = {
  /**
   * Sends a page that asks the person to confirm the sign-out. If the portal sent its ID token, the page does not ask,
   * because the portal has already asked.
   */
  signOut(context: ProviderContext, form: string): void
  /** Sends the last page of a sign-out without a return address. */
  signedOut(context: ProviderContext): void
  /** Sends a page about an error that the library must not report by a redirect to the portal. */
  error(context: ProviderContext, out: { error: string }): void
}

export function createLibraryPages(presentations: PresentationFinder, portalUrl: string): LibraryPages {
  const presentationOf = ({ req, res }: ProviderContext) =>
    presentations.presentationOf({ request: req, response: res })
  return {
    signOut(context, form) {
      const { session, entities } = context.oidc
      const isAskedByPortal = entities.IdTokenHint?.payload.sub === session.accountId
      const page = isAskedByPortal ? renderSigningOutPage : renderSignOutPage
      send(context, page(presentationOf(context), form))
    },
    signedOut(context) {
      const presentation = presentationOf(context)
      const { text } = presentation.texts
      const link = { href: `${portalUrl}/`, label: text('to-portal') }
      send(context, renderMessagePage(presentation, { title: text('signed-out'), text: text('signed-out-text'), link }))
    },
    error(context, { error }) {
      const presentation = presentationOf(context)
      const { text } = presentation.texts
      const link = { href: `${portalUrl}/`, label: text('to-portal') }
      send(
        context,
        renderMessagePage(presentation, { title: text('failed'), text: text('request-failed', { error }), link }),
      )
    },
  }
}

function send(context: ProviderContext, page: string): void {
  context.type = 'html'
  context.body = page
}
