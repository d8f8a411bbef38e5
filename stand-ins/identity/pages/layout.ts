import { html } from './html.ts'
import type { Html } from './html.ts'

export const stylesheetPath = '/style.css'

/** One page of the provider, complete. */
export function layout(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${stylesheetPath}" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.markup
}

export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f5f7, #14181c);
  --raised: light-dark(#ffffff, #1e2429);
  --line: light-dark(#7c8791, #8b97a1);
  --ink: light-dark(#1b2228, #eef2f5);
  --ink-muted: light-dark(#4d5963, #b4bfc8);
  --action: light-dark(#0b5c8a, #7cc4ee);
  --on-action: light-dark(#ffffff, #0d1b24);
  --danger: light-dark(#a3211b, #ffaba3);
  --danger-surface: light-dark(#fdeceb, #3b1d1b);
  --ok: light-dark(#1d6b34, #8ddba4);
  --ok-surface: light-dark(#e8f6ec, #17301f);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 24px 16px;
  background: var(--page);
  color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif;
}
main {
  max-width: 432px;
  margin: 4vh auto 0;
  padding: 24px;
  background: var(--raised);
  border-radius: 12px;
  box-shadow: 0 1px 3px rgb(0 0 0 / 0.2);
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.25; }
h2 { margin: 32px 0 16px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
main > :last-child { margin-bottom: 0; }
.field { margin-bottom: 16px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input {
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--raised);
  color: var(--ink);
  font: inherit;
}
input[aria-invalid] { border: 2px solid var(--danger); }
.hint { margin: 4px 0 0; color: var(--ink-muted); font-size: 14px; }
.error { margin: 4px 0 0; color: var(--danger); font-size: 14px; }
.message { padding: 12px 16px; border-radius: 8px; }
.message.failure { background: var(--danger-surface); color: var(--danger); }
.message.success { background: var(--ok-surface); color: var(--ok); }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
button, .button {
  min-height: 44px;
  padding: 8px 20px;
  border: 2px solid var(--action);
  border-radius: 8px;
  background: var(--action);
  color: var(--on-action);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
button.secondary { background: transparent; color: var(--action); }
a { color: var(--action); }
a.back { display: inline-block; padding: 10px 0; }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
`
