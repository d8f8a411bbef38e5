/** The Trusted Types policy by which the page parses legal documents, named in its content security policy. */
export const legalTextPolicy = 'legal-text'

/** What a legal text needs, and nothing that runs, submits, frames or paints over the page. ASVS 1.3.1. */
export const legalTags: readonly string[] = (
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code address ul ol li dl dt dd table caption thead tbody tr th td ' +
  'a strong b em i u sub sup small span div section abbr'
).split(' ')

/** The attributes that an element of a legal text may have. */
export const legalAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  ol: ['start'],
  abbr: ['title'],
}
