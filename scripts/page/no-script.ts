import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

const catalogs = join(import.meta.dirname, '../../client/i18n/catalogs')
const mark = '<!--no-script-->'

/** Says in every language that the page needs scripts: without them it cannot determine the reader's language. */
export function noScript(): Plugin {
  return { name: 'no-script', transformIndexHtml: (html) => html.replace(mark, () => sentences().join('')) }
}

function sentences(): string[] {
  return globSync('*.json', { cwd: catalogs })
    .toSorted()
    .map((file) => {
      const texts = JSON.parse(readFileSync(join(catalogs, file), 'utf8')) as Record<string, string>
      return `<p lang="${basename(file, '.json')}">${texts['no-script'] ?? ''}</p>`
    })
}
