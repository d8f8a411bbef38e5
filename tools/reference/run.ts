import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { referencePages } from './pages.ts'

// `npm run reference` writes the pages of docs/reference that are generated from the code.

const root = join(import.meta.dirname, '../..')
process.chdir(root)

for (const [path, text] of referencePages()) {
  await writeFile(path, text)
  process.stdout.write(`${path}\n`)
}
