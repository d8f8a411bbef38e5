import { html, trustedMarkup } from './html.ts'
import { layout } from './layout.ts'

export type Notice = { title: string; text: string; link: { href: string; label: string } }

/** A page that says what happened and offers one way on. */
export function noticePage({ title, text, link }: Notice): string {
  return layout(
    title,
    html`<p>${text}</p>
      <p class="actions"><a class="button" href="${link.href}">${link.label}</a></p>`,
  )
}

/** Asks before signing out; `form` is the library's hidden form with the id `op.logoutForm`. */
export function signOutPage(form: string): string {
  return layout(
    'Sign out?',
    html`<p>You will be signed out here and in the portal.</p>
      ${trustedMarkup(form)}
      <div class="actions">
        <button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <button type="submit" class="secondary" form="op.logoutForm">Stay signed in</button>
      </div>`,
  )
}

/** Signs out by itself where scripts run; elsewhere its button does. */
export function signingOutPage(form: string): string {
  return layout(
    'Signing out',
    html`${trustedMarkup(form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>'))}
      <div class="actions"><button type="submit" form="op.logoutForm">Sign out</button></div>
      <script src="${submitScriptPath}"></script>`,
  )
}

export const submitScriptPath = '/submit.js'
export const submitScript = `document.getElementById('op.logoutForm').submit()\n`
