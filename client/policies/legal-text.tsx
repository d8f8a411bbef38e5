import type { LegalDocument } from '#contract/legal.ts'
import styles from './legal-text.module.css'

/** A document in its own language, as a text to read and to print. */
export function LegalText({ document: { html, language } }: { document: LegalDocument }) {
  return (
    <article
      className={styles.text}
      lang={language}
      // The server has sanitised it with a short allow-list: no script, style, form or frame is left. Specification 19.35.
      // oxlint-disable-next-line react/no-danger -- see above
      dangerouslySetInnerHTML={{ __html: belowPageHeading(html) }}
    />
  )
}

/** The page has its one h1 already. */
function belowPageHeading(html: string): string {
  return html.replaceAll(/<(\/?)h1(?=[\s>])/g, '<$1h2')
}
