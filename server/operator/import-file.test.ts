import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { gatewayTypes } from '#contract/appliance.ts'
import { createTestDatabase } from '#test/database.ts'
import { computeClaimDigest } from '#server/registry/digests.ts'
import { type ImportKind, checkImportFile, importFile } from './import-file.ts'

const { pool, close } = await createTestDatabase()
const registryKey = Buffer.alloc(32, 9)

beforeEach(async () => {
  await pool.query('truncate gateway, company, support_company cascade')
})

afterAll(close)

const header = 'serial,type,applianceType,brand,accessCode,userPassword,deviceKey,simulated'
const good = '123456789,rrc1,BOILER,cedar,ABCD1234efgh5678,pass,0123456789abcdef,true'

const run = async (kind: ImportKind, content: string) => importFile({ pool, registryKey, kind, content })

async function count(table: 'gateway' | 'company' | 'support_company'): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? -1
}

test('the registry stores only digests of the secrets', async () => {
  expect(await run('gateways', `${header}\n${good}\n`)).toEqual({ kind: 'imported', rows: 1 })
  const { rows } = await pool.query<{ claim_digest: Buffer; text: string }>(
    'select claim_digest, gateway::text as text from gateway',
  )
  const claimDigest = computeClaimDigest(registryKey, {
    serial: '123456789',
    accessCode: 'ABCD1234efgh5678',
    userPassword: 'pass',
  })
  expect(rows[0]?.claim_digest).toEqual(claimDigest)
  expect(rows[0]?.text).not.toMatch(/ABCD1234|0123456789abcdef|pass/u)
})

test('an import is all or nothing, and bad rows are listed by line and reason without their secrets', async () => {
  const rows = [
    good,
    '12345,rrc1,BOILER,cedar,ABCD1234efgh5678,pass,0123456789abcdef,true',
    '223456789,toaster,BOILER,cedar,short,pass,0123456789abcdef,true',
  ]
  const result = await run('gateways', [header, ...rows].join('\n'))
  expect(result).toMatchObject({ kind: 'refused', badRows: [{ line: 3 }, { line: 4 }] })
  expect(result).toEqual({
    kind: 'refused',
    badRows: [
      { line: 3, reason: 'serial "12345": must be 9 digits, or the name of a test gateway as cold1' },
      {
        line: 4,
        reason: `type "toaster": must be ${gatewayTypes.join(', ').replace(/, (?=\w+$)/u, ' or ')}; accessCode: must be 16 letters, digits or underscores`,
      },
    ],
  })
  expect(await count('gateway')).toBe(0)
})

test('a second import updates rows and changes no owner', async () => {
  await run('gateways', `${header}\n${good}`)
  const before = await pool.query('select id from gateway')
  await run('gateways', `${header}\n${good.replace('BOILER', 'HP')}`)
  const after = await pool.query('select id, appliance_type from gateway')
  expect(after.rows).toEqual([{ ...before.rows[0], appliance_type: 'HP' }])
})

test('a serial number that is in the file twice is refused', async () => {
  expect(await run('gateways', `${header}\n${good}\n${good}`)).toMatchObject({
    kind: 'refused',
    badRows: [{ line: 3 }],
  })
})

test('a row has the number of its first line, also after empty lines and cells with several lines', async () => {
  const company = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55,Huber,,,"Ring\n1",,1010,Wien,AT,cedar,false'
  const columns = 'id,name,email,phone,street1,street2,postalCode,city,country,brands,acceptsAutomatically'
  const content = [columns, company, '', '', company].join('\n')
  const lines = [{ line: 2 }, { line: 6 }]
  expect(await run('companies', content)).toMatchObject({ kind: 'refused', badRows: lines })
  expect(await run('companies', content.replaceAll('\n', '\r\n'))).toMatchObject({ kind: 'refused', badRows: lines })
  expect(await run('gateways', `${header}\n\n${good}\n\n${good}`)).toMatchObject({ badRows: [{ line: 5 }] })
})

test.each(['', 'serial\n"broken', `${header}\n${good},extra`, 'a,b\n1,2'])(
  'an invalid file is refused: %j',
  async (content) => {
    const result = await run('gateways', content)
    expect([result.kind === 'refused' || result.rows === 0, await count('gateway')]).toEqual([true, 0])
  },
)

test("the demo's own files can be imported repeatedly", async () => {
  const file = async (name: string) => readFile(new URL(`../../stand-ins/${name}.csv`, import.meta.url), 'utf8')
  for (let round = 0; round < 2; round++) {
    for (const kind of ['gateways', 'companies', 'support-companies'] as const) {
      expect(await run(kind, await file(kind))).toMatchObject({ kind: 'imported' })
    }
  }
  expect(await count('gateway')).toBeGreaterThan(30)
  expect(await count('company')).toBeGreaterThan(60)
  expect(await count('support_company')).toBeGreaterThan(10)
})

test('a company has both lines of its street, its brands, and null for an empty cell', async () => {
  const content = [
    'id,name,email,phone,street1,street2,postalCode,city,country,brands,acceptsAutomatically',
    '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55,"Huber, Söhne",,,Ring 1,Stiege 2,1010,Wien,AT,cedar;birch,false',
  ].join('\r\n')
  await run('companies', content)
  const { rows } = await pool.query('select name, email, phone, street, brands, accepts_automatically from company')
  expect(rows).toEqual([
    {
      name: 'Huber, Söhne',
      email: null,
      phone: null,
      street: ['Ring 1', 'Stiege 2'],
      brands: ['cedar', 'birch'],
      accepts_automatically: false,
    },
  ])
})

test('all bad rows are listed, including those with a column too few or too many', async () => {
  const short = good.replace(',pass', '')
  const rows = [short, good, good.replace('cedar', 'zebra'), `${good},more`, good.replace(/true$/u, 'maybe')]
  const result = await run('gateways', [header, ...rows].join('\n'))
  expect(result).toEqual({
    kind: 'refused',
    badRows: [
      { line: 2, reason: 'has 7 columns, and the header has 8' },
      { line: 4, reason: expect.stringMatching(/^brand "zebra": must be alder, birch, cedar.* or \w+$/u) },
      { line: 5, reason: 'has 9 columns, and the header has 8' },
      { line: 6, reason: 'simulated "maybe": must be true or false' },
    ],
  })
})

test('a brand that the portal does not have is refused in every file', async () => {
  const company = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55,Huber,,,Ring 1,,1010,Wien,AT,cedar;zebra,false'
  const columns = 'id,name,email,phone,street1,street2,postalCode,city,country,brands,acceptsAutomatically'
  const reason = expect.stringMatching(/^brands? ".*zebra": must be alder/u)
  expect(await run('companies', `${columns}\n${company}`)).toEqual({ kind: 'refused', badRows: [{ line: 2, reason }] })
  const support = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55,AT,zebra,https://support.example'
  const file = `id,country,brand,url\n${support}`
  expect(await run('support-companies', file)).toEqual({ kind: 'refused', badRows: [{ line: 2, reason }] })
})

test.each([
  [header.replaceAll(',', ';'), /^the file separates its columns by semicolons; save it as CSV with commas/u],
  [header.replaceAll(',', '\t'), /^the file separates its columns by tabs/u],
  [header.replace('brand,', ''), /^the header has no brand; the columns are serial,type,/u],
  [header.replace('brand', 'type'), /^the column "type" is in the header twice$/u],
])('a header that does not fit is one sentence: %s', async (columns, reason) => {
  const rows = [good, good].map((row) => row.replaceAll(',', columns.includes(';') ? ';' : ','))
  const result = await run('gateways', [columns, ...rows].join('\n'))
  expect(result).toEqual({ kind: 'refused', badRows: [{ line: 1, reason: expect.stringMatching(reason) }] })
})

test('no message repeats a code or a key, for any error in a row', async () => {
  const secret = fc.string({ minLength: 3, maxLength: 40 }).map((text) => `s3cret${text}`)
  const row = fc.record({ accessCode: secret, userPassword: secret, deviceKey: secret, simulated: fc.string() })
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(row, async ({ accessCode, userPassword, deviceKey, simulated }) => {
      const cells = ['12', 'rrc1', 'BOILER', 'cedar', accessCode, userPassword, deviceKey, simulated].map(quoted)
      const result = await checkImportFile('gateways', `${header}\n${cells.join()}`)
      expect(result.kind).toBe('refused')
      expect(JSON.stringify(result)).not.toContain('s3cret')
    }),
  )
})

test('a check finds what an import finds, and writes nothing', async () => {
  expect(await checkImportFile('gateways', `${header}\n${good}`)).toEqual({ kind: 'good', rows: 1 })
  expect(await count('gateway')).toBe(0)
  const bad = `${header}\n${good.replace('cedar', 'zebra')}`
  expect(await checkImportFile('gateways', bad)).toEqual(await run('gateways', bad))
})
