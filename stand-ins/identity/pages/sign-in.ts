import type { Presentation } from '../presentation.ts'
import { field, message } from './field.ts'
import { html } from './html.ts'
import { greetingOf, layout } from './layout.ts'

export type SignInPage = { uid: string; presentation: Presentation; email?: string; failure?: string }

/**
 * Returns the sign-in page. The button "Create account" is in the same form, so that it submits the typed email and
 * password.
 */
export function signInPage({ uid, presentation, email, failure }: SignInPage): string {
  const { text } = presentation.texts
  return layout(
    presentation,
    text('sign-in'),
    html`${greetingOf(presentation)}${failure ? message('failure', failure) : undefined}
      <form method="post" action="/interaction/${uid}">
        ${field({ name: 'email', label: text('email'), type: 'email', autocomplete: 'username', value: email, focus: !email })}
        ${field({
          name: 'password',
          label: text('password'),
          type: 'password',
          autocomplete: 'current-password',
          focus: Boolean(email),
          reveal: { show: text('show'), hide: text('hide') },
        })}
        <div class="actions">
          <button type="submit">${text('sign-in')}</button>
          <button type="submit" class="secondary" formaction="/interaction/${uid}/create-account" formnovalidate>
            ${text('create-account')}
          </button>
        </div>
      </form>`,
  )
}
