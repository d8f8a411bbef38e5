import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '..')

type HidingRule = { path: string; selector: string }

const hides = /(?:^|[;\s])(?:display:\s*none|visibility:\s*(?:hidden|collapse)|content-visibility:\s*hidden)/u

/** Finds the rules that hide an element on the screen. Skips the rules for paper. */
function findHidingRules(path: string): HidingRule[] {
  const styles = readFileSync(join(client, path), 'utf8').replaceAll(/\/\*[^]*?\*\//gu, '')
  const onScreen = styles.replaceAll(/@media print \{(?:[^{}]|\{[^{}]*\})*\}/gu, '')
  return [...onScreen.matchAll(/([^{};]+)\{([^{}]*)\}/gu)]
    .filter(([, , declarations = '']) => hides.test(declarations))
    .map(([, selector = '']) => ({ path, selector: selector.trim() }))
}

const hidingRules = globSync('**/*.css', { cwd: client }).flatMap(findHidingRules)

/** The classes of live regions, as they are in the code: with the path of their styles. */
const liveClasses = globSync('**/*.tsx', { cwd: client }).flatMap((path) => {
  const code = readFileSync(join(client, path), 'utf8')
  const imported = new Map(
    [...code.matchAll(/import (\w+) from '(?:#client|(\.{1,2}))(\/[\w/.-]+\.module\.css)'/gu)].map(
      ([, name = '', relative, rest = '']) => [
        name,
        join(relative === undefined ? '' : join(path, '..', relative), rest),
      ],
    ),
  )
  return [...code.matchAll(/<(?:output\b|\w+\b[^<>]*(?:aria-live=|role="(?:status|log)"))[^<>]*>/gu)].flatMap(([tag]) =>
    [...tag.matchAll(/className=\{(\w+)\.(\w+)\}/gu)].map(([, sheet = '', name = '']) => {
      return { path: (imported.get(sheet) ?? '').replace(/^\//u, ''), name }
    }),
  )
})

test('no empty element is hidden, because a screen reader would ignore the first text of a live region', () => {
  const hidden = hidingRules.filter(({ selector }) => /:empty|:not\(:has\(\*\)\)/u.test(selector))
  // The footer of a dialog contains only buttons.
  expect(hidden).toEqual([{ path: 'ui/dialog/dialog.module.css', selector: '.footer:empty' }])
})

test('no rule hides the class of a live region', () => {
  expect(hidingRules.length).toBeGreaterThan(20)
  expect(liveClasses.length).toBeGreaterThan(10)
  const hidden = liveClasses.filter(({ path, name }) =>
    hidingRules.some(
      (rule) =>
        rule.path === path &&
        new RegExp(`\\.${name}(?![\\w-])[^\\s>+~]*$`, 'mu').test(rule.selector.replaceAll(',', '\n')),
    ),
  )
  expect(hidden).toEqual([])
})
