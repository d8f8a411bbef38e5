import { html } from './html.ts'
import type { Html } from './html.ts'

export type Field = {
  name: string
  label: string
  type: 'email' | 'password'
  autocomplete: 'username' | 'current-password' | 'new-password'
  value?: string | undefined
  hint?: string
  error?: string | undefined
  minLength?: number
  focus?: boolean
}

/** A labelled input; its hint and error are tied to it for assistive technology. */
export function field(input: Field): Html {
  const { name, label, hint, error } = input
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${input.type}"
      value="${input.value ?? ''}"
      maxlength="256"
      required
      autocomplete="${input.autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      ${attributes(input)}
    />
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : undefined}
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : undefined}
  </div>`
}

function attributes({ name, hint, error, minLength, focus }: Field): Html {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`${described ? html`aria-describedby="${described}" ` : undefined}${error ? html`aria-invalid="true" ` : undefined}${
    minLength ? html`minlength="${minLength}" ` : undefined
  }${focus ? html`autofocus` : undefined}`
}

/** A message for the whole form, announced when the page loads. */
export function message(kind: 'failure' | 'success', text: string): Html {
  const role = kind === 'failure' ? 'alert' : 'status'
  return html`<p class="message ${kind}" role="${role}">${text}</p>`
}
