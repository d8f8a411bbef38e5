import sanitizeHtml from 'sanitize-html'

const tags =
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code address ul ol li dl dt dd table caption thead tbody tr th td ' +
  'a strong b em i u sub sup small span div section abbr'

/** What a legal text needs, and nothing that runs, submits, frames or paints over the page. ASVS 1.3.1. */
const options: sanitizeHtml.IOptions = {
  allowedTags: tags.split(' '),
  allowedAttributes: {
    a: ['href', 'rel'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
    abbr: ['title'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}

/** Foreign HTML as it may stand in the page. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, options)
}
