import { type Html, html } from '../identity/pages/html.ts'
import type { ReceivedMail } from './mailbox.ts'

export const mailboxStylePath = '/style.css'

/** All mails, newest first; it reads itself again while it is open. */
export function mailboxPage(mails: readonly ReceivedMail[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="refresh" content="5" />
        <title>Mailbox of the demo</title>
        <link rel="stylesheet" href="${mailboxStylePath}" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <h1>Mailbox of the demo</h1>
          <p>Every mail that the portal sends comes here, whoever it is for.</p>
          ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}
        </main>
      </body>
    </html>`.markup
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
    <div class="text">${linked(text)}</div>
    ${markup === '' ? undefined : html`<p><a href="/html/${encodeURIComponent(id)}">As HTML</a></p>`}
  </article>`
}

/** Addresses of the web can be followed. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>]+)/u).map((part, place) => {
    return place % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`
  })
}

export const mailboxStyle = `
:root { color-scheme: light dark; }
body {
  margin: 0;
  padding: 24px 16px;
  background: light-dark(#e8ebe9, #111513);
  color: light-dark(#1a211d, #ecefed);
  font: 16px/1.5 system-ui, sans-serif;
}
main { max-width: 768px; margin: 0 auto; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; }
h2 { margin: 0 0 8px; font-size: 18px; }
article {
  margin-block: 16px;
  padding: 16px;
  border-radius: 10px;
  background: light-dark(#fff, #1b211e);
  overflow-wrap: anywhere;
}
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; margin: 0 0 12px; font-size: 14px; }
dd { margin: 0; }
.text { white-space: pre-wrap; }
a { color: light-dark(#0b57c2, #8ab8ff); }
`
