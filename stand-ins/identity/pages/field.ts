import { html } from './html.ts'
import type { Html } from './html.ts'

export type FormField = {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autocomplete: 'username' | 'current-password' | 'new-password' | 'given-name' | 'family-name'
  value?: string | null | undefined
  isOptional?: boolean
  /** Default: 256. */
  maxLength?: number
  hint?: string
  error?: string | undefined
  minLength?: number
  focus?: boolean
  /** The labels of the button that shows and hides the typed text. */
  reveal?: { show: string; hide: string }
}

/** A labelled input; hint and error are connected to it for assistive technology. */
export function field(input: FormField): Html {
  const { name, label, hint, error } = input
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <div class="control">
      <input
        id="${name}"
        name="${name}"
        type="${input.type}"
        value="${input.value ?? ''}"
        maxlength="${input.maxLength ?? 256}"
        autocomplete="${input.autocomplete}"
        autocapitalize="${input.type === 'text' ? 'words' : 'none'}"
        spellcheck="false"
        ${attributes(input)}
      />${input.reveal ? revealButton(name, input.reveal) : undefined}
    </div>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : undefined}
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : undefined}
  </div>`
}

/** The button that shows and hides the typed text. It is hidden until the script that makes it work has loaded. */
function revealButton(name: string, { show, hide }: NonNullable<FormField['reveal']>): Html {
  return html`<button
    type="button"
    class="reveal"
    hidden
    aria-controls="${name}"
    data-show="${show}"
    data-hide="${hide}"
  >
    ${show}
  </button>`
}

function attributes({ name, hint, error, minLength, focus, isOptional = false }: FormField): Html {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`${isOptional ? undefined : html`required `}${described ? html`aria-describedby="${described}" ` : undefined}${error ? html`aria-invalid="true" ` : undefined}${
    minLength ? html`minlength="${minLength}" ` : undefined
  }${focus ? html`autofocus` : undefined}`
}

/** A message about the whole form, announced when the page loads. */
export function message(kind: 'failure' | 'success', text: string): Html {
  const role = kind === 'failure' ? 'alert' : 'status'
  return html`<p class="message ${kind}" role="${role}">${text}</p>`
}
