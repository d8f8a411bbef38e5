import type { Presentation } from '../presentation.ts'
import { html, trustedMarkup } from './html.ts'
import { renderPageWithLayout } from './layout.ts'

export type MessagePageText = { title: string; text: string; link: { href: string; label: string } }

/** Returns a page with a message and one link. */
export function renderMessagePage(presentation: Presentation, { title, text, link }: MessagePageText): string {
  return renderPageWithLayout(
    presentation,
    title,
    html`<p>${text}</p>
      <p class="actions"><a class="button" href="${link.href}">${link.label}</a></p>`,
  )
}

/**
 * Returns the page that asks the person to confirm the sign-out. `form`: the library's hidden form, whose id is
 * `op.logoutForm`.
 */
export function renderSignOutPage(presentation: Presentation, form: string): string {
  const { text } = presentation.texts
  return renderPageWithLayout(
    presentation,
    text('sign-out-question'),
    html`<p>${text('sign-out-text')}</p>
      ${trustedMarkup(form)}
      <div class="actions">
        <button type="submit" form="op.logoutForm" name="logout" value="yes">${text('sign-out')}</button>
        <button type="submit" class="secondary" form="op.logoutForm">${text('stay-signed-in')}</button>
      </div>`,
  )
}

/**
 * Returns a page whose script submits the sign-out form immediately. Without scripts, the person uses the button of
 * the form.
 */
export function renderSigningOutPage(presentation: Presentation, form: string): string {
  const { text } = presentation.texts
  return renderPageWithLayout(
    presentation,
    text('signing-out'),
    html`${trustedMarkup(form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>'))}
      <div class="actions"><button type="submit" form="op.logoutForm">${text('sign-out')}</button></div>
      <script src="${signOutScriptPath}"></script>`,
  )
}

export const signOutScriptPath = '/submit.js'
export const signOutScript = `document.getElementById('op.logoutForm').submit()\n`
