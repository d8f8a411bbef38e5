import { escapeHtml } from '#contract/escape-html.ts'
import { type Language, fallbackLanguage } from '#contract/languages.ts'

/**
 * Renders README.html in the person's language and in English. `articleIn` returns the article in one language. The
 * page loads nothing and runs no script.
 */
export function renderReadMePage(language: Language, title: string, articleIn: (language: Language) => string): string {
  const both = [...new Set([language, fallbackLanguage])]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}dt{font-family:monospace}</style>
</head>
<body>
<main>
${both.map(articleIn).join('<hr>\n')}</main>
</body>
</html>
`
}
