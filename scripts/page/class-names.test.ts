import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { nameCssClass } from './class-names.ts'

const root = join(import.meta.dirname, '../..')

test('a class of the built page is named after its file', () => {
  expect(nameCssClass('title', '/client/ui/card/card.module.css')).toBe('card-title')
  expect(nameCssClass('title', '/client/ui/card/card.module.css?used')).toBe('card-title')
})

test('no two CSS modules have the same base name, so that their classes have different names', () => {
  const names = globSync('client/**/*.module.css', { cwd: root }).map((file) => basename(file))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
