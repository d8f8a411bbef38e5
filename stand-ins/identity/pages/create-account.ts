import { minPasswordLength } from '../accounts.ts'
import type { FieldErrors } from '../accounts.ts'
import { field, message } from './field.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

export type CreateAccountPage = {
  uid: string
  email?: string
  password?: string
  errors?: FieldErrors
  failure?: string
}

/** The password comes back only when the email was at fault: nothing typed is lost by an error. */
export function createAccountPage({ uid, email, password, errors = {}, failure }: CreateAccountPage): string {
  return layout(
    'Create account',
    html`${failure ? message('failure', failure) : undefined}
      <form method="post" action="/interaction/${uid}/create-account">
        <input type="hidden" name="submitted" value="yes" />
        ${field({
          name: 'email',
          label: 'Email',
          type: 'email',
          autocomplete: 'username',
          value: email,
          error: errors.email,
          focus: Boolean(errors.email) || !email,
        })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          value: errors.password ? undefined : password,
          error: errors.password,
          hint: `At least ${minPasswordLength} characters.`,
          minLength: minPasswordLength,
          focus: Boolean(email) && !errors.email,
        })}
        <div class="actions"><button type="submit">Create account</button></div>
      </form>
      <p><a class="back" href="/interaction/${uid}">Back to sign in</a></p>`,
  )
}
