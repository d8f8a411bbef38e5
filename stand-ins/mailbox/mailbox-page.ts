import { type Html, html } from '../identity/pages/html.ts'
import { renderPlainPage, plainStyle } from '../plain-page.ts'
import type { ReceivedMail } from './mailbox.ts'

/** Renders a page with all emails, newest first. The page reloads itself every five seconds. */
export function renderMailboxPage(mails: readonly ReceivedMail[]): string {
  return renderPlainPage({
    title: 'Mailbox of the demo',
    refreshS: 5,
    body: html`<p>All emails of the portal arrive here, for every recipient.</p>
      ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}`,
  })
}

function article({ id, at, from, to, subject, text, html: markup }: ReceivedMail): Html {
  return html`<article>
    <h2>${subject}</h2>
    <dl>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>At</dt>
      <dd><time datetime="${at}">${at}</time></dd>
    </dl>
    <div class="text">${withLinks(text)}</div>
    ${markup === '' ? undefined : html`<p><a href="/html/${encodeURIComponent(id)}">As HTML</a></p>`}
  </article>`
}

/** Turns the web addresses in a text into links. */
function withLinks(text: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>]+)/u).map((part, index) => {
    return index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`
  })
}

export const mailboxStyle = `${plainStyle}
main { max-width: 768px; }
h2 { margin: 0 0 8px; }
article { margin-block: 16px; background: light-dark(#fff, #1b211e); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; margin: 0 0 12px; font-size: 14px; }
.text { white-space: pre-wrap; }
a { color: light-dark(#0b57c2, #8ab8ff); }
`
