import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderReferencePages } from './reference-pages.ts'

// `npm run reference` writes the pages of docs/reference that are generated from the code.

const root = join(import.meta.dirname, '../..')
process.chdir(root)

for (const [path, text] of renderReferencePages()) {
  await writeFile(path, text)
  process.stdout.write(`${path}\n`)
}
