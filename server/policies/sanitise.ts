import sanitizeHtml from 'sanitize-html'
import { legalAttributes, legalTags } from '#contract/legal-markup.ts'

const sanitiseOptions: sanitizeHtml.IOptions = {
  allowedTags: [...legalTags],
  allowedAttributes: Object.fromEntries(Object.entries(legalAttributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}

/** Removes from the HTML of a legal document the elements and attributes that the portal does not allow. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, sanitiseOptions)
}
