import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { environment } from '#server/environment.ts'
import { referencePages } from './tools/reference/pages.ts'
import { ungroupedSettings } from './tools/reference/settings.ts'

// Documents are read in a hurry and by people whose first language is not English. CONTRIBUTING.md has the rules.

type Document = { path: string; text: string }

const read = (path: string): string => readFileSync(path, 'utf8')
const documents: Document[] = globSync(['*.md', 'docs/**/*.md'])
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: read(path) }))
  .toSorted((a, b) => a.path.localeCompare(b.path))
const generated = referencePages()
test('every npm command of a document exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const ofNpm = new Set(['start', 'test', 'ci', 'audit', 'install'])
  const found = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<=`|^\s*)npm (?:run ([\w-]+)|([a-z]+))/gmu)].map(([command, script, own]) => ({
      path,
      command,
      script,
      own,
    })),
  )
  expect(found.length).toBeGreaterThan(30)
  const unknown = found.filter(({ script, own }) =>
    script === undefined ? !ofNpm.has(own ?? '') : scripts[script] === undefined,
  )
  expect(unknown.map(({ path, command }) => `${path} ${command}`)).toEqual([])
})

test('every command of an operator in a document exists', () => {
  const usage = [...read('server/operator/main.ts').matchAll(/npm run portal -- ([a-z]+)/gu)]
  const lookups = [...read('server/operator/lookup/commands.ts').matchAll(/npm run portal -- ([a-z]+)/gu)]
  const commands = new Set([...usage, ...lookups].map(([, command]) => command).concat('demo'))
  const found = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:npm run portal --|scripts\/portal\.mjs) ([a-z]+)/gu)].map(([, command]) => ({
      path,
      command,
    })),
  )
  expect(found.length).toBeGreaterThan(20)
  expect(
    found.filter(({ command }) => !commands.has(command)).map(({ path, command }) => `${path} ${command}`),
  ).toEqual([])
})

test('every setting of a document exists', () => {
  // Settings of other programs, of the demo, and of the service manager's unit.
  const others =
    /^(?:AWS_\w+|OTEL_\w+|NODE_EXTRA_CA_CERTS|CREDENTIALS_DIRECTORY|DATA_DIR|MEMORY_FLAGS|POSTGRES_\w+|TOKEN|PASSWORD)$/u
  const own =
    /\b(?:OIDC|MQTT|SMTP|DKIM|VAPID|BUS|DATABASE|GATEWAY|METRICS|EXPORT|TRUSTED|PUBLIC|SESSION|REGISTRY|PROXY|BRAND|LEGAL)_[A-Z_]*[A-Z]\b/gu
  const isStandIn = (path: string): boolean => path === 'docs/reference/stand-ins.md'
  const found = documents
    .filter(({ path }) => !isStandIn(path))
    .flatMap(({ path, text }) => [...text.matchAll(own)].map(([name]) => ({ path, name })))
  expect(found.length).toBeGreaterThan(50)
  const unknown = found.filter(({ name }) => !others.test(name) && !(name in environment.shape))
  expect(unknown.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

describe('pages that come from the code', () => {
  test.each([...generated])('%s is current; if not, run "npm run reference"', (path, text) => {
    expect(read(path)).toBe(text)
  })

  test('each setting is in a group of the page', () => {
    expect(ungroupedSettings()).toEqual([])
  })
})
