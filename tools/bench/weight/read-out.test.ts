import { expect, test } from 'vitest'
import { differences } from './read-out.ts'

const before = { script: { 'index.js': 70_000, 'link.js': 7_000 }, style: { 'index.css': 2_000 } }

test('the read-out changes only on purpose: what is new, gone, heavier or lighter is named', () => {
  const now = { script: { 'index.js': 71_000, 'menu.js': 900 }, style: { 'index.css': 1_500 } }
  expect(differences(before, now)).toEqual([
    'index.js: 70000 -> 71000 bytes',
    'link.js: 7000 -> 0 bytes',
    'menu.js: 0 -> 900 bytes',
    'index.css: 2000 -> 1500 bytes',
  ])
})

test('a hash that compresses a little differently is no change', () => {
  expect(differences(before, { ...before, script: { 'index.js': 70_040, 'link.js': 6_980 } })).toEqual([])
})
