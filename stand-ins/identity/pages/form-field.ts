import { html } from './html.ts'
import type { Html } from './html.ts'

export type FormField = {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autocomplete: 'username' | 'current-password' | 'new-password' | 'given-name' | 'family-name'
  value?: string | null | undefined
  isOptional?: boolean
  /** The maximum number of characters; 256 by default. */
  maxLength?: number
  hint?: string
  error?: string | undefined
  minLength?: number
  focus?: boolean
  /** The labels of the button that shows and hides the typed text. */
  reveal?: { show: string; hide: string }
}

/** Returns a labelled input field. Hint and error are connected to the input for assistive technology. */
export function renderField(input: FormField): Html {
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

/** Returns the button that shows and hides the typed text. The button is hidden until its script has loaded. */
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
  const descriptionIds = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`${isOptional ? undefined : html`required `}${descriptionIds ? html`aria-describedby="${descriptionIds}" ` : undefined}${error ? html`aria-invalid="true" ` : undefined}${
    minLength ? html`minlength="${minLength}" ` : undefined
  }${focus ? html`autofocus` : undefined}`
}

/** Returns a message about the whole form, which a screen reader announces when the page loads. */
export function renderFormMessage(kind: 'failure' | 'success', text: string): Html {
  const role = kind === 'failure' ? 'alert' : 'status'
  return html`<p class="message ${kind}" role="${role}">${text}</p>`
}
