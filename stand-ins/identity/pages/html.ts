/** Markup that is safe to send. Only `html` and `trustedMarkup` create it. */
export type Html = { readonly markup: string }

type Value = string | number | Html | readonly Html[] | undefined

/** A template tag that escapes all values except `Html`. It writes nothing for `undefined`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.reduce((before, part, index) => before + markupOf(values[index - 1]) + part)
  return { markup }
}

function markupOf(value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return escape(value)
  if ('markup' in value) return value.markup
  return value.map((each) => each.markup).join('')
}

/**
 * Marks markup as safe without escaping it. An example is the markup of the provider library, which escapes its own
 * values.
 */
export function trustedMarkup(markup: string): Html {
  return { markup }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
