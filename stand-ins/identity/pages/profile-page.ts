import { minPasswordLength } from '../accounts.ts'
import type { Presentation } from '../presentation.ts'
import { renderField, renderFormMessage } from './form-field.ts'
import type { FieldErrorTexts } from './field-errors.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { renderPageWithLayout } from './layout.ts'

export type ProfilePageContent = {
  presentation: Presentation
  email: string
  csrfToken: string
  portalUrl: string
  saved?: string
  emailErrors?: FieldErrorTexts
  passwordErrors?: FieldErrorTexts
}

export function renderProfilePage(page: ProfilePageContent): string {
  const { text } = page.presentation.texts
  return renderPageWithLayout(
    page.presentation,
    text('edit-profile'),
    html`${page.saved ? renderFormMessage('success', page.saved) : undefined} ${emailForm(page)}
      <h2>${text('change-password')}</h2>
      ${passwordForm(page)}
      <p><a class="back" href="${page.portalUrl}/account">${text('back-to-portal')}</a></p>`,
  )
}

function emailForm({ presentation, email, csrfToken, emailErrors = {} }: ProfilePageContent): Html {
  const { text } = presentation.texts
  return html`<form method="post" action="/profile/email">
    <input type="hidden" name="csrf" value="${csrfToken}" />
    ${renderField({
      name: 'email',
      label: text('email'),
      type: 'email',
      autocomplete: 'username',
      value: email,
      error: emailErrors.email,
    })}
    <div class="actions"><button type="submit">${text('save-email')}</button></div>
  </form>`
}

function passwordForm({ presentation, email, csrfToken, passwordErrors = {} }: ProfilePageContent): Html {
  const { text } = presentation.texts
  const reveal = { show: text('show'), hide: text('hide') }
  return html`<form method="post" action="/profile/password">
    <input type="hidden" name="csrf" value="${csrfToken}" />
    <input hidden type="text" name="username" autocomplete="username" value="${email}" />
    ${renderField({
      name: 'current-password',
      label: text('current-password'),
      type: 'password',
      autocomplete: 'current-password',
      error: passwordErrors.currentPassword,
      reveal,
    })}
    ${renderField({
      name: 'new-password',
      label: text('new-password'),
      type: 'password',
      autocomplete: 'new-password',
      hint: text('password-hint', { count: minPasswordLength }),
      minLength: minPasswordLength,
      error: passwordErrors.password,
      reveal,
    })}
    <div class="actions"><button type="submit">${text('save-password')}</button></div>
  </form>`
}
