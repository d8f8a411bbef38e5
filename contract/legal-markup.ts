/**
 * The name of the Trusted Types policy with which the page parses legal documents. The content security policy of the
 * page allows this name.
 */
export const legalTextPolicyName = 'legal-text'

/**
 * The allowed tags in a legal document. None of them can run scripts, submit forms, embed documents or cover the page.
 * ASVS 1.3.1.
 */
export const allowedLegalTags: readonly string[] = (
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code address ul ol li dl dt dd table caption thead tbody tr th td ' +
  'a strong b em i u sub sup small span div section abbr'
).split(' ')

/** The allowed attributes in a legal document, by tag. All other attributes are removed. */
export const allowedLegalAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start'],
  abbr: ['title'],
}
