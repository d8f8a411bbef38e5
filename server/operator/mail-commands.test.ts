import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { createTestDatabase } from '#test/database.ts'
import { runOperatorCommand } from './main.ts'
import { testOperatorDependencies } from '#test/operator.ts'

const { pool, url, close } = await createTestDatabase()

afterAll(close)

async function run(args: string[], env: Record<string, string> = { DATABASE_URL: url }) {
  const [lines, audits]: [string[], object[]] = [[], []]
  const printLine = (line: string): void => void lines.push(line)
  const record = (audit: object): void => void audits.push(audit)
  return {
    code: await runOperatorCommand({
      args,
      env,
      printLine,
      printError: printLine,
      record,
      ...testOperatorDependencies,
    }),
    lines,
    audits,
  }
}

test('an operator pauses all mail, and resumes it', async () => {
  expect((await run(['mail', 'status'])).lines).toEqual(['Mail goes out; 0 mails wait.'])
  const paused = await run(['mail', 'pause'])
  expect(paused).toMatchObject({ code: 0, audits: [{ action: 'mail-pause', outcome: 'done' }] })
  expect(paused.lines[0]).toMatch(/^Mail is paused since .*; 0 mails wait\.$/u)
  await run(['mail', 'pause'])
  expect((await pool.query('select from mail_pause')).rowCount).toBe(1)
  expect((await run(['mail', 'resume'])).lines).toEqual(['Mail goes out; 0 mails wait.'])
  expect((await pool.query('select from mail_pause')).rowCount).toBe(0)
})

test.each([['mail'], ['mail', 'stop'], ['mail', 'pause', 'now'], ['vapid', 'x'], ['restored', 'x']])(
  '%j %j %j shows the usage',
  async (...args) => {
    const { code, lines } = await run(args.filter((each) => typeof each === 'string'))
    expect([code, lines[0]]).toEqual([2, expect.stringMatching(/^Usage/u)])
  },
)

test('keys for web push are printed as settings, without any other setting', async () => {
  const { code, lines } = await run(['vapid'], {})
  const keys = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]))
  expect([code, Object.keys(keys)]).toEqual([0, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']])
  const key = Buffer.alloc(32, 1).toString('base64')
  const oidc = { OIDC_ISSUER: 'https://i.example', OIDC_AUDIENCE: 'a', OIDC_CLIENT_ID: 'b', OIDC_CLIENT_SECRET: 'c' }
  const rest = { SESSION_KEY: key, REGISTRY_KEY: key, POLICIES_URL: 'https://p.example', DEMO: '1' }
  expect(parseConfig({ DATABASE_URL: url, ...oidc, ...rest, ...keys }, 'cedar').webPush).toMatchObject({
    publicKey: keys['VAPID_PUBLIC_KEY'],
  })
})
