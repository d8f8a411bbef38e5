import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '..')
const components = globSync('**/*.tsx', { cwd: client })

/** Returns the style sheets that a component imports, with the import name and classes of each. */
function sheetsOf(component: string, text: string): { name: string; classes: Set<string> }[] {
  const imports = text.matchAll(/import (\w+) from '(#client\/|\.)([^']*\.module\.css)'/gu)
  return [...imports].map(([, name = '', root, path = '']) => {
    const sheet = root === '.' ? join(client, dirname(component), `.${path}`) : join(client, path)
    const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*[^]*?\*\//gu, '')
    return { name, classes: new Set([...rules.matchAll(/\.([a-z][\w-]*)/giu)].map(([, each]) => each ?? '')) }
  })
}

function missingIn(component: string): string[] {
  const text = readFileSync(join(client, component), 'utf8')
  return sheetsOf(component, text).flatMap(({ name, classes }) =>
    [...text.matchAll(new RegExp(String.raw`(?<=[{ (\[])${name}\.(\w+)(?![\w(])`, 'gu'))]
      .map(([, used]) => used ?? '')
      .filter((used) => !classes.has(used))
      .map((used) => `${component}: ${used}`),
  )
}

test('every class that a component uses is in its style sheet', () => {
  const withSheets = components.filter(
    (component) => sheetsOf(component, readFileSync(join(client, component), 'utf8')).length > 0,
  )
  expect(withSheets.length).toBeGreaterThan(50)
  expect(withSheets.flatMap(missingIn)).toEqual([])
})
