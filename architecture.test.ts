import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

// The rules about which folders may import which. Each rule has a reason, which a failing test prints.

type Source = { path: string; text: string }
type Import = { from: string; to: string }

const folders = ['contract', 'brands', 'texts', 'server', 'client', 'stand-ins', 'scripts', 'tools', 'e2e', 'bridge']
const sources = globSync([`{${folders.join(',')}}/**/*.{ts,tsx}`, '*.ts'])
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  .toSorted((a, b) => a.path.localeCompare(b.path))
const isTest = (path: string): boolean => /\.(?:test|spec|examples)\.tsx?$|\/test-[\w-]+\.ts$/u.test(path)
const product = sources.filter(({ path }) => !isTest(path) && path !== 'architecture.test.ts')

/**
 * Returns the imports of a file. `to` is the path of the imported file from the root, or `package:` and the specifier
 * for other modules.
 */
function importsOf({ path, text }: Source): Import[] {
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gu,
  )
  return [...statements].map((match) => ({ from: path, to: target(path, match[1] ?? match[2] ?? match[3] ?? '') }))
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replaceAll('\\', '/')
  return `package:${specifier}`
}

function within(folder: string): (path: string) => boolean {
  return (path) => path === folder || path.startsWith(`${folder}/`)
}

type Rule = { about: (path: string) => boolean; allowed: (to: string, from: string) => boolean; why: string }

const packages = (to: string): boolean => to.startsWith('package:')
const isTexts = (to: string): boolean => /^texts\/[a-z]{2}\/[\w-]+\.json$/u.test(to)

// Allows imports from the file's own folder and the folders in it, and from the folders above it, except those at the
// root. For example, a file in server/appliances/contracts may import from server/appliances, but not from
// server/appliances/history.
function ownFolderOrAbove(to: string, from: string): boolean {
  const folder = dirname(from)
  return within(folder)(to) || (dirname(to).split('/').length > 1 && within(dirname(to))(folder))
}

const serverFolders = [
  'server/http',
  'server/identity',
  'server/database',
  'server/live/bus',
  'server/registry',
  'server/audit',
  'server/gateway-changes',
  'server/service-changes',
  'server/telemetry',
].map(within)
const serverFiles = /^server\/[^/]+\.ts$/u
const sharedServerFile =
  /^server\/(?:batcher|clock|config|derive-key|ed25519|log|loop|sampled-gauge|spread-calls|process-user|result-within|services|tracing)\.ts$/u
const sharedWithStandIns = /^server\/database\/(?:sql|transaction)\.ts$/u
const clientFolders = [
  'client/ui',
  'client/interaction',
  'client/i18n',
  'client/live',
  'client/router',
  'client/icons',
  'client/styles',
].map(within)
/** The folders of `server/appliances` from which the others may import: claim, removal and takeover change accesses. */
const sharedApplianceFolders = ['server/appliances/access', 'server/appliances/claim'].map(within)
/** The folders from which all other folders of `client/appliances` may import. */
const applianceFolders = ['client/appliances/state', 'client/appliances/charts'].map(within)
const applianceComposition = ['client/appliances/card', 'client/appliances/list'].map(within)
const isAppliancePart = within('client/appliances')
const clientFiles = /^client\/[^/]+\.tsx?$/u
const clientComposition = within('client/app')

const arrows: Rule[] = [
  {
    about: within('contract'),
    allowed: (to, from) =>
      within('contract')(to) ||
      isTexts(to) ||
      to === 'package:zod/mini' ||
      (from === 'contract/phone.ts' && to === 'package:libphonenumber-js/max'),
    why: 'contract is what both sides promise: it imports nothing but keys of texts, zod/mini (and, only in phone.ts, telephone numbers), so that browser and server can load it',
  },
  {
    about: within('brands'),
    allowed: (to) => within('brands')(to) || within('contract')(to) || packages(to),
    why: 'a brand is a folder: it knows the contract and nothing of the server or the page',
  },
  {
    about: within('texts'),
    allowed: (to) => within('texts')(to) || within('contract')(to) || to === 'package:node:fs',
    why: 'texts are data for page and server: all that they need is the list of languages',
  },
  {
    about: (path) => within('server')(path) && !serverFiles.test(path),
    allowed: (to, from) =>
      packages(to) ||
      within('contract')(to) ||
      within('brands')(to) ||
      within('texts')(to) ||
      ownFolderOrAbove(to, from) ||
      sharedServerFile.test(to) ||
      serverFolders.some((sharedFolders) => sharedFolders(to)) ||
      (within('server/appliances')(from) && sharedApplianceFolders.some((shared) => shared(to))),
    why: 'a server feature knows the contract, brands, its parent and server/{http,identity,database,live/bus,registry,audit,gateway-changes,service-changes,telemetry}; features meet in server/*.ts. Parts of an appliance share server/appliances/{access,claim}',
  },
  {
    about: (path) => within('server')(path) && serverFiles.test(path),
    allowed: (to) => packages(to) || ['server', 'contract', 'brands', 'texts'].some((folder) => within(folder)(to)),
    why: 'the server runs without the page, the stand-ins and the scripts',
  },
  {
    about: (path) => within('client')(path) && !clientComposition(path) && !clientFiles.test(path),
    allowed: (to, from) =>
      packages(to) ||
      within('contract')(to) ||
      within('brands')(to) ||
      isTexts(to) ||
      ownFolderOrAbove(to, from) ||
      (isAppliancePart(from) && applianceFolders.some((shared) => shared(to))) ||
      (isAppliancePart(to) && applianceComposition.some((composes) => composes(from))) ||
      clientFiles.test(to) ||
      clientFolders.some((sharedFolders) => sharedFolders(to)),
    why: 'a client feature knows the contract, brands, its parent and client/{ui,interaction,router,i18n,live,api}; features meet in client/app. Parts of an appliance share client/appliances/{state,charts}, and meet in its card and list',
  },
  {
    about: within('client'),
    allowed: (to) =>
      ['client', 'contract', 'brands'].some((folder) => within(folder)(to)) || isTexts(to) || packages(to),
    why: 'the page runs in a browser: client and server never import each other',
  },
  {
    about: within('client'),
    allowed: (to) => !to.startsWith('package:node:') && to !== 'package:zod',
    why: 'the browser has no Node, and zod/mini is a third of zod',
  },
  {
    about: within('client'),
    allowed: (to) => to !== 'contract/api.ts' && !/^contract\/[\w-]+-endpoints\.ts$/u.test(to),
    why: 'the page loads the paths that a screen needs (contract/…-api.ts); only the server needs the inputs of endpoints',
  },
  {
    about: within('stand-ins'),
    allowed: (to) =>
      within('stand-ins')(to) ||
      within('contract')(to) ||
      within('texts')(to) ||
      sharedWithStandIns.test(to) ||
      packages(to),
    why: 'a stand-in plays somebody outside: what it knows of us is the contract, the texts, and how we write SQL',
  },
  {
    about: within('bridge'),
    allowed: (to) => within('bridge')(to) || packages(to),
    why: 'the bridge runs in homes, without the product: what it knows of us is the partner API, as any program of a third party',
  },
  {
    about: (path) => !['bridge', 'tools'].some((folder) => within(folder)(path)),
    allowed: (to) => !within('bridge')(to),
    why: 'the product runs without the bridge',
  },
  {
    about: within('tools/drill'),
    allowed: (to) => !within('server')(to) && !within('contract')(to),
    why: 'a drill judges the product from outside: it shares no code with what it checks',
  },
  {
    about: (path) => !['tools', 'e2e'].some((folder) => within(folder)(path)),
    allowed: (to) => !within('tools')(to),
    why: 'tools measure, break and show the product: it runs, builds and is tested without them',
  },
  {
    about: (path) => !['tools', 'e2e'].some((folder) => within(folder)(path)),
    allowed: (to) => !within('test')(to),
    why: 'what tests share is in test/, and the product runs without it',
  },
  {
    about: (path) => !['stand-ins', 'scripts', 'tools', 'e2e'].some((folder) => within(folder)(path)),
    allowed: (to) => !within('stand-ins')(to),
    why: 'nothing but start, benches and tests needs the stand-ins; an installation runs without them',
  },
]

function broken(rule: Rule, imports: Import[]): string[] {
  const wrong = imports.filter(({ from, to }) => rule.about(from) && !rule.allowed(to, from))
  return wrong.map(({ from, to }) => `${from} -> ${to}`)
}

const imports = product.flatMap(importsOf)

test.for(arrows)('$why', (rule) => {
  expect(broken(rule, imports), rule.why).toEqual([])
})

test.for([
  ['contract/appliance.ts', 'server/config.ts'],
  ['contract/appliance.ts', 'package:zod'],
  ['texts/read-texts.ts', 'server/config.ts'],
  ['client/api-call.ts', 'texts/read-texts.ts'],
  ['brands/read-brands.ts', 'server/config.ts'],
  ['server/appliances/contracts/routes.ts', 'server/appliances/history/store.ts'],
  ['server/appliances/routes.ts', 'server/users/store.ts'],
  ['server/portal-app.ts', 'client/api-call.ts'],
  ['client/appliances/card.tsx', 'client/account/form.tsx'],
  ['client/app/shell.tsx', 'server/portal-app.ts'],
  ['client/appliances/address/address-tab.tsx', 'client/appliances/support/support-tab.tsx'],
  ['client/api-call.ts', 'package:node:fs'],
  ['client/api-call.ts', 'contract/api.ts'],
  ['client/api-call.ts', 'contract/person-endpoints.ts'],
  ['stand-ins/identity/start.ts', 'server/config.ts'],
  ['server/main.ts', 'stand-ins/registry-file.ts'],
  ['tools/drill/checks.ts', 'server/live/ingest/store.ts'],
  ['scripts/start.ts', 'tools/cluster/start-cluster.ts'],
  ['server/portal-app.ts', 'test/database.ts'],
  ['bridge/portal-client.ts', 'contract/partner.ts'],
  ['server/partners.ts', 'bridge/portal-client.ts'],
] as const)('the rules refuse %s -> %s', ([from, to]) => {
  expect(arrows.flatMap((rule) => broken(rule, [{ from, to }]))).not.toEqual([])
})

test('imports are found in any form', () => {
  const text = `import a from 'one'\nimport {\n  b,\n} from '#contract/b.ts'\nexport { c } from './c.ts'\nawait import('../d.ts')\nimport './e.css'`
  const found = importsOf({ path: 'client/app/x.ts', text }).map(({ to }) => to)
  expect(found.toSorted()).toEqual([
    'client/app/c.ts',
    'client/app/e.css',
    'client/d.ts',
    'contract/b.ts',
    'package:one',
  ])
})

type Ban = { what: RegExp; about: (path: string) => boolean; why: string; caught: string }

const brandNames = globSync('brands/*/brand.ts').map((path) => basename(dirname(path)))
const isStore = (path: string): boolean => path.endsWith('/store.ts') || within('server/database')(path)
const bans: Ban[] = [
  {
    what: /\[\{ kind: 'service'/u,
    about: (path) =>
      within('server')(path) && !within('server/live/bus')(path) && !within('server/service-changes')(path),
    why: 'only publishServiceChange publishes changes of service settings, because pages need the increased seq',
    caught: "await bus.publish(transaction, [{ kind: 'service', gatewayId }])",
  },
  {
    what: /['"`]\s*(?:select|insert into|update \w+\s+set|delete from|with \w+ as|create (?:table|index))\b/iu,
    about: (path) => !isStore(path) && !within('tools/bench')(path) && !within('e2e')(path),
    why: 'SQL is only in store.ts files and server/database, so that all of it is easy to find',
    caught: 'pool.query(`select 1`)',
  },
  {
    what: /\.query(?:<[^(]*>)?\(\s*['"`{]/u,
    about: (path) =>
      ['server', 'stand-ins', 'scripts'].some((folder) => within(folder)(path)) && !within('server/database')(path),
    why: 'a statement is a template (server/database/sql.ts): its values are at their places in the text, and its row is checked',
    caught: `pool.query<Row>({ text })`,
  },
  {
    what: /(?:query\(|text:\s*|sql|\))['"`]\s*(?:begin|commit|rollback|start transaction|savepoint)\b/iu,
    about: (path) =>
      ['server', 'stand-ins', 'scripts', 'tools/bench'].some((folder) => within(folder)(path)) &&
      !within('server/database')(path),
    why: 'a transaction begins and ends in server/database/transaction.ts, where its time-outs and its failures are thought of',
    caught: `client.query('commit')`,
  },
  {
    what: /\b(?:reply|response|res)\.(?:code|status|writeHead)\(\s*[1-5]\d\d|\bstatusCode\s*[:=]\s*[1-5]\d\d/u,
    about: (path) => within('server')(path) && path !== 'server/http/refusals.ts',
    why: 'a refusal has a code; its status is only in server/http/refusals.ts',
    caught: 'reply.code(403)',
  },
  {
    what: new RegExp(`['"\`/](?:${brandNames.join('|')})['"\`/]`, 'u'),
    about: (path) => ['contract', 'server', 'client'].some((folder) => within(folder)(path)),
    why: 'brand names are only in brands/: a seventh brand is a folder, not a change of code',
    caught: `brand === 'cedar'`,
  },
  {
    what: />\s*[A-Z][a-z]+ [a-z]+[^<>{}=]*</u,
    about: (path) => within('client')(path) && path.endsWith('.tsx'),
    why: 'sentences for people are only in texts/, in 13 languages',
    caught: '<p>No appliances yet</p>',
  },
  {
    what: /(?:aria-label|title|placeholder|alt|label)="[A-Z][a-z]+ [^"]*"/u,
    about: (path) => within('client')(path) && path.endsWith('.tsx'),
    why: 'a label is a text for people too: it is in texts/',
    caught: '<img alt="Sticker picture" />',
  },
  {
    what: /\b60 \* (?:60|1_?000)\b|\b24 \* (?:60 \*|3_?600)|[*/] (?:60_000|3_?600)\b|\b(?:3_?600|86_?400)_000\b|Ms\b.{0,3}[=:] 60_000\b/u,
    about: (path) => !within('bridge')(path) && !within('tools/drill')(path),
    why: 'a duration of a minute or more is computed from contract/durations.ts, which names its unit',
    caught: 'const keptForMs = 24 * 60 * 60 * 1000',
  },
  {
    what: /\btype \w+Parts\b/u,
    about: (path) => within('server')(path) || within('client')(path),
    why: 'what something needs from outside is called its Dependencies, on both sides',
    caught: 'export type WorkerParts = { pool: Pool }',
  },
  {
    what: /process\.env\b/u,
    about: (path) => within('server')(path) && path !== 'server/main.ts',
    why: 'only server/main.ts reads the environment; everything else is given what it needs',
    caught: `process.env['PORT']`,
  },
  {
    what: /from\s*'[^']*(?:@opentelemetry\/|tracing\/opentelemetry)/u,
    about: (path) => path !== 'server/tracing/opentelemetry.ts',
    why: 'OpenTelemetry is loaded where traces are asked for (server/main.ts); everything else asks server/tracing.ts',
    caught: `import { trace } from '@opentelemetry/api'`,
  },
  {
    what: /^(?:import '|(?!import |export |const |function |async function |type |\/\/|\/\*|[\s)}\]]).+)/mu,
    about: (path) => within('contract')(path),
    why: 'a module of the contract only declares: the build of the page leaves out what the page does not use of it',
    caught: 'z.config(english)',
  },
  {
    what: /\b(?:TODO|FIXME|XXX|HACK)\b/u,
    about: () => true,
    why: 'what is not done is said in an issue, where somebody looks for it',
    caught: '// TODO later',
  },
]

test.for(bans)('$why', ({ what, about, why }) => {
  const found = product.filter(({ path, text }) => about(path) && what.test(text))
  expect(
    found.map(({ path, text }) => `${path}: ${what.exec(text)?.[0].trim()}`),
    why,
  ).toEqual([])
})

test.for(bans)('the ban catches $caught', ({ what, caught }) => {
  expect(caught).toMatch(what)
})

test('each file has a kebab-case name that says its content: no collections, no barrels', () => {
  const drawer = /(?:^|\/)(?:utils?|helpers?|common|misc|types|index)(?:\/|\.tsx?$)/u
  const kebab = /^(?:[a-z0-9]+(?:[-.][a-z0-9]+)*\/|stand-ins\/)*[a-z0-9]+(?:[-.][a-z0-9]+)*\.tsx?$/u
  const wrong = sources.map(({ path }) => path).filter((path) => drawer.test(path) || !kebab.test(path))
  expect(wrong).toEqual([])
})

/** Names that each file of a kind exports, because a loader expects the same name in each. */
const sameByKind = [
  { name: 'brand', path: /^brands\/[a-z]+\/brand\.ts$/u },
  { name: 'examples', path: /\.examples\.tsx$/u },
]

function exportedNames({ path, text }: Source): string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) +(\w+)/gmu,
  )
  const destructured = text.matchAll(/^export const \{([^}]*)\}/gmu)
  const names = [
    ...[...declared].map(([, name = '']) => name),
    ...[...destructured].flatMap(([, list = '']) =>
      list.split(',').map((entry) => entry.split(':').at(-1)?.trim() ?? ''),
    ),
  ].filter((name) => name !== '')
  return names.filter((name) => !sameByKind.some((kind) => kind.name === name && kind.path.test(path)))
}

/** Returns the names that more than one file exports, each with the paths of these files. */
function exportedTwice(files: readonly Source[]): string[] {
  const homes = new Map<string, string[]>()
  for (const file of files)
    for (const name of exportedNames(file)) homes.set(name, [...(homes.get(name) ?? []), file.path])
  return [...homes].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

test('each table of endpoints is part of the API', () => {
  const tables = product.filter(({ path }) => /^contract\/[\w-]+-endpoints\.ts$/u.test(path)).map(({ path }) => path)
  const api = product.filter(({ path }) => path === 'contract/api.ts')
  const joined = new Set(api.flatMap(importsOf).map(({ to }) => to))
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.filter((path) => !joined.has(path))).toEqual([])
})

test('exported names are unique across files', () => {
  expect(exportedTwice(sources)).toEqual([])
})

test.for([
  ['export type Session = string', 'export class Session {}'],
  ['export async function readAll() {}', 'export const readAll = 1'],
  ['export const { opened, closed: shut } = slice.actions', 'export function shut() {}'],
  ['export async function* lines() {}', 'export interface lines {}'],
] as const)('a duplicate export is found in %s and %s', ([one, other]) => {
  const files = [
    { path: 'server/one.ts', text: one },
    { path: 'client/other.ts', text: other },
  ]
  expect(exportedTwice(files)).toHaveLength(1)
})

/** Returns the error classes of a file whose names do not end in Error, except `Refusal`. */
function oddErrors({ path, text }: Source): string[] {
  const classes = text.matchAll(/\bclass (\w+)(?:<[^>]*>)? extends \w*(?:Error|Refusal|Failure|Failed)\b/gu)
  return [...classes]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'Refusal' && !name.endsWith('Error'))
    .map((name) => `${path}: ${name}`)
}

test('an error class ends in Error; the contract refuses with a Refusal', () => {
  expect(product.flatMap(oddErrors)).toEqual([])
  expect(oddErrors({ path: 'server/x.ts', text: 'export class StoreFailure extends Error {}' })).toHaveLength(1)
})
