import { type Html, html } from './identity/pages/html.ts'

export const plainStylePath = '/style.css'

/**
 * The content of a page without scripts that loads only its style sheet. If `refreshS` is set, the page reloads
 * itself after that number of seconds.
 */
export type PlainPageOptions = { title: string; refreshS?: number; body: Html }

export function renderPlainPage({ title, refreshS, body }: PlainPageOptions): string {
  const refresh = refreshS === undefined ? undefined : html`<meta http-equiv="refresh" content="${refreshS}" />`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${refresh}
        <title>${title}</title>
        <link rel="stylesheet" href="${plainStylePath}" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.markup
}

/** The base styles of every `renderPlainPage`. */
export const plainStyle = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 24px 16px;
  background: light-dark(#e8ebe9, #111513);
  color: light-dark(#1a211d, #ecefed);
  font: 16px/1.5 system-ui, sans-serif;
}
main { margin: 0 auto; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; }
h2 { font-size: 18px; }
article { padding: 16px; border-radius: 10px; }
dd { margin: 0; }
`
