import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from '#contract/languages.ts'

const folder = join(import.meta.dirname, '../../texts')
const mark = '<!--no-script-->'

/** Says in every language that the page needs scripts: without them it cannot determine the reader's language. */
export function noScript(): Plugin {
  return { name: 'no-script', transformIndexHtml: (html) => html.replace(mark, () => sentences().join('')) }
}

function sentences(): string[] {
  return languages.map((language) => {
    const texts = JSON.parse(readFileSync(join(folder, language, 'page.json'), 'utf8')) as Record<string, string>
    return `<p lang="${language}">${texts['no-script'] ?? ''}</p>`
  })
}
