import { maxAccountNameLength, minPasswordLength } from '../accounts.ts'
import type { Presentation } from '../presentation.ts'
import { renderField, renderFormMessage } from './form-field.ts'
import { html, type Html } from './html.ts'
import type { FieldErrorTexts } from './field-errors.ts'
import { greetingOf, renderPageWithLayout } from './layout.ts'

export type AccountCreationPageContent = {
  uid: string
  presentation: Presentation
  email?: string
  password?: string
  givenName?: string | null
  familyName?: string | null
  errors?: FieldErrorTexts
  failure?: string
}

/**
 * Returns the page for a new account. After an error, the page contains the typed values of all fields, except a
 * refused password.
 */
export function renderAccountCreationPage(page: AccountCreationPageContent): string {
  const { uid, presentation, email, password, errors = {}, failure } = page
  const { text } = presentation.texts
  return renderPageWithLayout(
    presentation,
    text('create-account'),
    html`${greetingOf(presentation)}${failure ? renderFormMessage('failure', failure) : undefined}
      <form method="post" action="/interaction/${uid}/create-account">
        <input type="hidden" name="submitted" value="yes" />
        ${renderField({
          name: 'email',
          label: text('email'),
          type: 'email',
          autocomplete: 'username',
          value: email,
          error: errors.email,
          focus: Boolean(errors.email) || !email,
        })}
        ${renderField({
          name: 'password',
          label: text('password'),
          type: 'password',
          autocomplete: 'new-password',
          value: errors.password ? undefined : password,
          error: errors.password,
          hint: text('password-hint', { count: minPasswordLength }),
          minLength: minPasswordLength,
          focus: Boolean(email) && !errors.email,
          reveal: { show: text('show'), hide: text('hide') },
        })}
        ${nameField({ name: 'given-name', label: text('first-name'), value: page.givenName })}
        ${nameField({ name: 'family-name', label: text('last-name'), value: page.familyName })}
        <div class="actions"><button type="submit">${text('create-account')}</button></div>
      </form>
      <p><a class="back" href="/interaction/${uid}">${text('back')}</a></p>`,
  )
}

type NameField = { name: 'given-name' | 'family-name'; label: string; value: string | null | undefined }

function nameField({ name, ...shown }: NameField): Html {
  return renderField({
    ...shown,
    name,
    type: 'text',
    autocomplete: name,
    isOptional: true,
    maxLength: maxAccountNameLength,
  })
}
