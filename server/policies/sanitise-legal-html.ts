import sanitizeHtml from 'sanitize-html'
import { allowedLegalAttributes, allowedLegalTags } from '#contract/legal-markup.ts'

const sanitiseOptions: sanitizeHtml.IOptions = {
  allowedTags: [...allowedLegalTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(allowedLegalAttributes).map(([tag, names]) => [tag, [...names]]),
  ),
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}

/** Removes from the HTML of a legal document the elements and attributes that the portal does not allow. */
export function sanitiseLegalHtml(html: string): string {
  return sanitizeHtml(html, sanitiseOptions)
}
