import type { Presentation } from '../presentation.ts'
import { renderField, renderFormMessage } from './form-field.ts'
import { html } from './html.ts'
import { greetingOf, renderPageWithLayout } from './layout.ts'

export type SignInPageContent = { uid: string; presentation: Presentation; email?: string; failure?: string }

/**
 * Returns the sign-in page. The button "Create account" is in the same form, so it also submits the typed email and
 * password.
 */
export function renderSignInPage({ uid, presentation, email, failure }: SignInPageContent): string {
  const { text } = presentation.texts
  return renderPageWithLayout(
    presentation,
    text('sign-in'),
    html`${greetingOf(presentation)}${failure ? renderFormMessage('failure', failure) : undefined}
      <form method="post" action="/interaction/${uid}">
        ${renderField({ name: 'email', label: text('email'), type: 'email', autocomplete: 'username', value: email, focus: !email })}
        ${renderField({
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
