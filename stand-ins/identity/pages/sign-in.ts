import { field, message } from './field.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

export type SignInPage = { uid: string; email?: string; failure?: string }

/** Create account sits in the same form, so that what was typed goes along. */
export function signInPage({ uid, email, failure }: SignInPage): string {
  return layout(
    'Sign in',
    html`${failure ? message('failure', failure) : undefined}
      <form method="post" action="/interaction/${uid}">
        ${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, focus: !email })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          focus: Boolean(email),
        })}
        <div class="actions">
          <button type="submit">Sign in</button>
          <button type="submit" class="secondary" formaction="/interaction/${uid}/create-account" formnovalidate>
            Create account
          </button>
        </div>
      </form>`,
  )
}
