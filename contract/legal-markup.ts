/** The Trusted Types policy by which the page parses legal documents, named in its content security policy. */
export const legalTextPolicy = 'legal-text'

/** The tags that a legal text needs; none of them runs scripts, submits, frames or covers the page. ASVS 1.3.1. */
export const legalTags: readonly string[] = (
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code address ul ol li dl dt dd table caption thead tbody tr th td ' +
  'a strong b em i u sub sup small span div section abbr'
).split(' ')

/** The allowed attributes by tag. */
export const legalAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start'],
  abbr: ['title'],
}
