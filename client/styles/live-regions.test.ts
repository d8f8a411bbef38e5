import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '..')

test('no empty live region is without display, because a screen reader would ignore its first text', () => {
  const sheets = globSync('**/*.css', { cwd: client })
  const hiding = sheets.filter((path) =>
    /:empty\s*\{[^}]*display: none/u.test(readFileSync(join(client, path), 'utf8')),
  )
  // The footer of a dialog contains only buttons.
  expect(hiding).toEqual(['ui/dialog/dialog.module.css'])
})
