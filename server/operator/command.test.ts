import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SettingError } from '#server/config.ts'
import { createTestDatabase } from '#test/database.ts'
import { needsNoSettings, runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

const { url, close } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'command-'))
const key = Buffer.alloc(32, 1).toString('base64')

afterAll(async () => {
  await rm(folder, { recursive: true })
  await close()
})

async function run(args: string[], env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const add = (line: string): void => void lines.push(line)
  return {
    code: await runOperatorCommand({
      args,
      env,
      printLine: add,
      printError: add,
      record: () => undefined,
      ...testOperatorDependencies,
    }),
    lines,
  }
}

async function importOf(kind: string, content: string | Buffer, env: Record<string, string>) {
  const file = join(folder, `${kind}.csv`)
  await writeFile(file, content)
  const { code, lines } = await run(['import', kind, file], env)
  return { code, lines: lines.map((line) => line.replace(`${folder}/`, '')) }
}

const gateways =
  'serial,type,applianceType,brand,accessCode,userPassword,deviceKey\n' +
  '123456789,rrc1,BOILER,cedar,ABCD1234efgh5678,pass,0123456789abcdef\n'
const companies =
  'id,name,email,phone,street1,street2,postalCode,city,country,brands,acceptsAutomatically\n' +
  '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55,Huber,,,Ring 1,,1010,Wien,AT,cedar,false\n'

test('a command needs only the database, not the settings of the server', async () => {
  expect(await run(['contract', 'list'], { DATABASE_URL: url })).toMatchObject({ code: 0 })
  expect(await importOf('companies', companies, { DATABASE_URL: url })).toMatchObject({ code: 0 })
})

test('a command uses the session address of the database', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:9/portal', DATABASE_SESSION_URL: url }
  expect(await run(['contract', 'list'], env)).toMatchObject({ code: 0 })
})

test('only an import of gateways needs the key of the registry', async () => {
  await expect(importOf('gateways', gateways, { DATABASE_URL: url })).rejects.toThrow('REGISTRY_KEY is missing.')
  expect(await importOf('gateways', gateways, { DATABASE_URL: url, REGISTRY_KEY: key })).toMatchObject({ code: 0 })
})

test.each([
  ['companies', companies.replace('Huber', 'Hu\0ber'), 'companies.csv:2: holds a NUL byte'],
  ['gateways', gateways.replace('pass', 'pa\0ss'), 'gateways.csv:2: holds a NUL byte'],
  [
    'companies',
    companies.replace('Huber', 'Hu\u001bber'),
    'companies.csv:2: name "Hu\\u001bber": must not hold a control character',
  ],
])('a file of %s with a forbidden character is refused by its line', async (kind, content, line) => {
  const env = { DATABASE_URL: url, REGISTRY_KEY: key }
  expect(await importOf(kind, content, env)).toEqual({ code: 1, lines: [line, 'Nothing was imported: 1 bad rows.'] })
})

test('a file in another encoding is refused, not read with wrong characters', async () => {
  const content = Buffer.from(companies.replace('Huber', 'Hübner'), 'latin1')
  const { code, lines } = await importOf('companies', content, { DATABASE_URL: url })
  expect([code, lines]).toEqual([1, ['companies.csv is not UTF-8; save it so.']])
})

test.each([
  [{}, 'Settings: DATABASE_URL is missing.'],
  [{ DATABASE_URL: 'postgres://127.0.0.1:9/portal' }, 'DATABASE_URL: 127.0.0.1:9 cannot be reached (ECONNREFUSED).'],
  [{ DATABASE_URL: url.replace(/[^/]+$/u, 'postgres') }, /has no tables of the portal yet; start the portal first\.$/u],
])('an unusable database is one sentence: %j', async (env, sentence) => {
  const failure = run(['contract', 'list'], env)
  await expect(failure).rejects.toBeInstanceOf(SettingError)
  await expect(failure).rejects.toThrow(sentence)
})

test('a check needs neither the database nor the key of the registry', async () => {
  const file = join(folder, 'checked.csv')
  await writeFile(file, gateways)
  expect(await run(['import', '--check', 'gateways', file], {})).toEqual({
    code: 0,
    lines: [`${file} has 1 gateways, and none is wrong. Nothing was imported.`],
  })
  await writeFile(file, gateways.replace('cedar', 'zebra'))
  expect(await run(['import', 'gateways', file, '--check'], {})).toMatchObject({ code: 1 })
})

test('the usage names each command with its arguments and options', async () => {
  const { code, lines } = await run(['help'], {})
  expect(code).toBe(2)
  for (const line of [
    '  import gateways FILE.csv [--check]',
    '  contract list',
    '  audit EMAIL|ID|SERIAL [--since MOMENT] [--limit COUNT] [--json]',
    '  person erase EMAIL|ID [--yes]',
  ])
    expect(lines).toContain(line)
})

test('a check, the keys of web push and a wrong call need no settings', () => {
  const listed = [
    ['--check', 'import', 'gateways', 'a.csv'],
    ['import', 'faults', 'a.csv', '--check'],
    ['vapid'],
    ['help'],
  ]
  expect(listed.filter((args) => !needsNoSettings(args))).toEqual([])
  const others = [
    ['import', 'gateways', 'a.csv'],
    ['import', 'gateways', '--', '--check'],
    ['contract', 'list'],
    ['migrate'],
  ]
  expect(others.filter(needsNoSettings)).toEqual([])
})

test('a catalogue of faults without an emergency is imported, with a warning', async () => {
  const env = { DATABASE_URL: url }
  const catalogue = (code: string, emergency: boolean) =>
    'code,severity,emergency,language,title,meaning,heating,selfHelp,call\n' +
    `${code},ERROR,${emergency},en,No flame,It did not light.,No.,Wait.,Call.\n`
  const warned = await importOf('faults', catalogue('F.28', false), env)
  expect(warned).toEqual({ code: 0, lines: ['Imported 1 faults.', expect.stringContaining('is an emergency')] })
  const imported = { code: 0, lines: ['Imported 1 faults.'] }
  expect(await importOf('faults', catalogue('G902', true), env)).toEqual(imported)
  expect(await importOf('faults', catalogue('F.28', false), env)).toEqual(imported)
})
