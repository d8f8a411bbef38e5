import { minPasswordLength } from '../accounts.ts'
import type { FieldErrors } from '../accounts.ts'
import { textsIn } from '../texts.ts'
import { field, message } from './field.ts'
import { fieldErrorTexts } from './field-errors.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { layout } from './layout.ts'

export type ProfilePage = {
  email: string
  csrfToken: string
  portalUrl: string
  saved?: string
  emailErrors?: FieldErrors
  passwordErrors?: FieldErrors
}

export function profilePage(page: ProfilePage): string {
  return layout(
    'Edit profile',
    html`${page.saved ? message('success', page.saved) : undefined} ${emailForm(page)}
      <h2>Change password</h2>
      ${passwordForm(page)}
      <p><a class="back" href="${page.portalUrl}/account">Back to the portal</a></p>`,
  )
}

/** This page speaks English. */
const english = textsIn('en')

function emailForm({ email, csrfToken, emailErrors = {} }: ProfilePage): Html {
  return html`<form method="post" action="/profile/email">
    <input type="hidden" name="csrf" value="${csrfToken}" />
    ${field({
      name: 'email',
      label: 'Email',
      type: 'email',
      autocomplete: 'username',
      value: email,
      error: fieldErrorTexts(emailErrors, english).email,
    })}
    <div class="actions"><button type="submit">Save email</button></div>
  </form>`
}

function passwordForm({ email, csrfToken, passwordErrors = {} }: ProfilePage): Html {
  return html`<form method="post" action="/profile/password">
    <input type="hidden" name="csrf" value="${csrfToken}" />
    <input hidden type="text" name="username" autocomplete="username" value="${email}" />
    ${field({
      name: 'current-password',
      label: 'Current password',
      type: 'password',
      autocomplete: 'current-password',
      error: passwordErrors.currentPassword,
    })}
    ${field({
      name: 'new-password',
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      hint: `At least ${minPasswordLength} characters.`,
      minLength: minPasswordLength,
      error: fieldErrorTexts(passwordErrors, english).password,
    })}
    <div class="actions"><button type="submit">Save password</button></div>
  </form>`
}
