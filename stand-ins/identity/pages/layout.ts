import type { Appearance } from '#contract/appearance.ts'
import { type Language, languages } from '#contract/languages.ts'
import { type Presentation, themePathOf } from '../presentation.ts'
import { typefaceFamilies, typefaceRules } from '../typeface.ts'
import { html, trustedMarkup } from './html.ts'
import type { Html } from './html.ts'
import { revealPasswordScriptPath } from './reveal-password-script.ts'

export const signInStylesheetPath = '/style.css'

/** Returns one complete page of the provider. */
export function renderPageWithLayout(presentation: Presentation, title: string, content: Html): string {
  const { texts, appearance, brand } = presentation
  return html`<!doctype html>
    ${rootOf(texts.language, appearance)}
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="${appearance === 'system' ? 'light dark' : appearance}" />
      <title>${title}</title>
      <link rel="stylesheet" href="${signInStylesheetPath}" />
      ${brand ? html`<link rel="stylesheet" href="${themePathOf(brand.id, appearance)}" />` : undefined}
      <link rel="icon" href="data:," />
      <script src="${revealPasswordScriptPath}" defer></script>
    </head>
    <body>
      ${brand ? html`<header>${trustedMarkup(brand.logoSvg)}</header>` : undefined}
      <main>
        <h1>${title}</h1>
        ${content}
      </main>
      ${footOf(presentation)}
    </body>
    </html>`.markup
}

/** Returns the brand's greeting, or undefined if the brand has none in this language. */
export function greetingOf({ brand, texts }: Presentation): Html | undefined {
  const words = brand?.greeting[texts.language]
  return words === undefined ? undefined : html`<p class="greeting">${words}</p>`
}

/**
 * Returns the foot of a page: the link to the help, and for each language a link that opens the page again in that
 * language.
 */
function footOf({ texts: { text, language: shown }, helpUrl, mayChooseLanguage }: Presentation): Html {
  const items = languages.map(
    (language) =>
      html`<li>
        <a
          href="?ui_locales=${language}"
          lang="${language}"
          ${language === shown ? html`aria-current="true"` : undefined}
          >${nameOf(language)}</a
        >
      </li>`,
  )
  return html`<footer>
    <a href="${helpUrl}">${text('help')}</a>
    ${
      mayChooseLanguage
        ? html`<details>
            <summary>${text('language')}: ${nameOf(shown)}</summary>
            <ul>
              ${items}
            </ul>
          </details>`
        : undefined
    }
  </footer>`
}

/** Returns the name of a language in that language, with a capital letter as in the portal's menu. */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns the start tag of the document. Both values come from fixed lists, so they need no escaping. */
function rootOf(language: Language, appearance: Appearance): Html {
  const appearanceAttribute = appearance === 'system' ? '' : ` data-appearance="${appearance}"`
  return trustedMarkup(`<html lang="${language}"${appearanceAttribute}>`)
}

export const signInStylesheet = `
${typefaceRules}
:root {
  color-scheme: light dark;
  --surface: light-dark(#f3f5f7, #14181c);
  --raised: light-dark(#ffffff, #1e2429);
  --line: light-dark(#d9deda, #323a36);
  --control: light-dark(#7c8791, #8b97a1);
  --ink: light-dark(#1b2228, #eef2f5);
  --ink-muted: light-dark(#4d5963, #b4bfc8);
  --brand: light-dark(#0b5c8a, #7cc4ee);
  --on-brand: light-dark(#ffffff, #0d1b24);
  --brand-ink: var(--brand);
  --focus: var(--brand);
  --radius: 12px;
  --shadow: 0 1px 3px rgb(0 0 0 / 0.2);
  --danger: light-dark(#a3211b, #ffaba3);
  --danger-surface: light-dark(#fdeceb, #3b1d1b);
  --ok: light-dark(#1d6b34, #8ddba4);
  --ok-surface: light-dark(#e8f6ec, #17301f);
}
:root[data-appearance='light'] { color-scheme: light; }
:root[data-appearance='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
body {
  min-height: 100vh;
  margin: 0;
  padding: 0 16px 24px;
  background: var(--surface);
  color: var(--ink);
  font: 16px/1.5 ${typefaceFamilies};
}
/* The drawing of the brand, in one colour. */
body::before {
  content: '';
  position: fixed;
  inset: auto 0 0;
  z-index: -1;
  height: min(45vh, 400px);
  background: var(--brand);
  -webkit-mask: var(--sign-in-backdrop, linear-gradient(transparent, transparent)) center bottom / cover no-repeat;
  mask: var(--sign-in-backdrop, linear-gradient(transparent, transparent)) center bottom / cover no-repeat;
  opacity: 0.2;
  pointer-events: none;
}
@media (forced-colors: active) { body::before { display: none; } }
header {
  display: flex;
  align-items: center;
  min-height: 64px;
  margin: 0 -16px;
  padding: 0 24px;
  border-bottom: 1px solid var(--line);
  background: var(--raised);
}
header svg { display: block; width: auto; height: 28px; }
main {
  max-width: 432px;
  margin: clamp(24px, 8vh, 96px) auto 0;
  padding: 32px 24px;
  border-top: 6px solid var(--brand);
  background: var(--raised);
  border-radius: var(--radius);
  box-shadow: var(--shadow);
  overflow-wrap: anywhere;
}
footer {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 24px;
  max-width: 432px;
  margin: 8px auto 0;
  padding: 0 24px;
}
footer > a, summary, footer li a { display: inline-flex; align-items: center; min-height: 44px; }
summary { color: var(--brand-ink); cursor: pointer; }
summary::after { content: '\\25BE' / ''; margin-inline-start: 8px; }
details[open] { flex-basis: 100%; }
footer ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(128px, 1fr)); margin: 0; padding: 0; list-style: none; }
footer [aria-current] { font-weight: 600; text-decoration: none; }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 1.25; }
h2 { margin: 32px 0 16px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
.greeting { margin-top: -8px; color: var(--ink-muted); font-size: 18px; }
main > :last-child { margin-bottom: 0; }
.field { margin-bottom: 16px; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input {
  width: 100%;
  min-height: 48px;
  padding: 8px 16px;
  border: 1px solid var(--control);
  border-radius: min(var(--radius), 12px);
  background: var(--raised);
  color: var(--ink);
  font: inherit;
}
input[aria-invalid] { border: 2px solid var(--danger); }
.hint { margin: 4px 0 0; color: var(--ink-muted); font-size: 14px; }
.error { margin: 4px 0 0; color: var(--danger); font-size: 14px; }
.message { padding: 12px 16px; border-radius: min(var(--radius), 12px); }
.message.failure { background: var(--danger-surface); color: var(--danger); }
.message.success { background: var(--ok-surface); color: var(--ok); }
.actions { display: grid; gap: 12px; margin-top: 24px; }
button, .button {
  min-height: 44px;
  padding: 8px 20px;
  border: 2px solid var(--brand);
  border-radius: min(var(--radius), 12px);
  background: var(--brand);
  color: var(--on-brand);
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.1); }
button.reveal { padding: 8px 0; border: 0; background: transparent; color: var(--brand-ink); font-size: 14px; text-decoration: underline; }
button.reveal[hidden] { display: none; }
button.secondary { background: transparent; color: var(--brand-ink); }
a { color: var(--brand-ink); }
a.back { display: inline-block; padding: 10px 0; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`
