import { generateKeyPairSync } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect as expectSoon } from '@playwright/test'
import { connectControlledGateway } from '../../../e2e/controlled-gateway.ts'
import { demoEmails } from '../../../scripts/demo/people.ts'
import type { DemoSettings } from '../../../scripts/processes/demo-settings.ts'
import { demoRegistryFile, readRegistryFile } from '#stand-ins/registry-file.ts'
import { findDemoSettings } from '../../demo.ts'
import { type DebianPrograms, unpackDebianPrograms } from '../debian-programs.ts'
import { openPortalUnderTest, type PortalUnderTest } from '../portal-under-test.ts'
import type { Trial } from '../trial.ts'
import { prepareExim, type EximServer, type StoredMail } from './exim-server.ts'

/**
 * The Debian packages of Exim, of a library with which Exim runs without installation, and of a program that verifies
 * DKIM signatures.
 */
const packages = ['exim4-daemon-light', 'libnss-wrapper', 'libmail-dkim-perl', 'perl']

const account = { name: 'portal', password: 'a-secret.with_marks' }
const signature = { domain: 'cedar.example', selector: 'interop' }

/** Waits up to 60 s, because the portal retries a failed delivery after 15 to 18 s and the machine may be busy. */
const expect = expectSoon.configure({ timeout: 60_000 })

type MailTrial = Trial & {
  debian: DebianPrograms
  settings: DemoSettings
  product: PortalUnderTest
  exim: EximServer
  /** The DNS record with the public key of the DKIM signatures. */
  record: string
}

/** Tests notifications by email over Exim. */
export async function runMailTrial(begun: Trial): Promise<void> {
  const trial = await open(begun)
  const first = await notifyByMail(trial)
  expectHeaders(trial, first)
  await expectSignature(trial, first)
  await waitForExim(trial)
  await turnOff(trial, first)
}

async function open(trial: Trial): Promise<MailTrial> {
  const { folder, printLine, runAtEnd } = trial
  const debian = await unpackDebianPrograms(trial, 'mail', packages)
  const settings = await findDemoSettings(join(folder, 'mail-portal'))
  const work = join(folder, 'exim')
  for (const old of [work, settings.dataDir]) await rm(old, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  const { key, record } = signingKey()
  const keyFile = join(work, 'dkim.pem')
  await writeFile(keyFile, key, { mode: 0o600 })
  const { smtp } = settings.ports
  const exim = await prepareExim(trial, { folder: work, debian, port: smtp, account })
  runAtEnd(exim.stop)
  await exim.start()
  const product = await openPortalUnderTest(settings, printLine)
  runAtEnd(product.stop)
  await product.startWith('identity')
  await product.startWith('portal')
  await product.seed()
  await product.startWith('ingest')
  await product.startWith('jobs', {
    SMTP_URL: `smtp://${account.name}:${account.password}@localhost:${smtp}`,
    NODE_EXTRA_CA_CERTS: exim.certificate,
    ERROR_TOLD_AFTER_SECONDS: '1',
    DKIM_DOMAIN: signature.domain,
    DKIM_SELECTOR: signature.selector,
    DKIM_KEY: keyFile,
  })
  return { ...trial, debian, settings, product, exim, record }
}

function signingKey(): { key: string; record: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return { key, record: `v=DKIM1; k=rsa; p=${published}` }
}

/** Reports ERROR with `faultCode` over MQTT as the gateway at `index` (from 0) of the demo's registry. */
async function reportFault({ settings }: MailTrial, index: number, faultCode: string): Promise<void> {
  const gateway = (await readRegistryFile(demoRegistryFile))[index]
  if (!gateway) throw new Error(`The registry has no gateway ${index}.`)
  const device = await connectControlledGateway(`mqtt://localhost:${settings.ports.mqtt}`, gateway)
  await device.sendValues('status', { gatewayStatus: 'ERROR', faultCode })
  await device.stop()
}

async function mailAbout({ exim }: MailTrial, faultCode: string): Promise<StoredMail> {
  const about = async (): Promise<StoredMail[]> =>
    (await exim.mails()).filter((storedMail) => isForOwner(storedMail) && storedMail.mail.text?.includes(faultCode))
  await expect.poll(async () => (await about()).length).toBe(1)
  const [mail] = await about()
  if (!mail) throw new Error('The mail has gone.')
  return mail
}

function isForOwner(storedMail: StoredMail): boolean {
  return headerOf(storedMail, 'to') === `To: ${demoEmails.owner}`
}

async function notifyByMail(trial: MailTrial): Promise<StoredMail> {
  await reportFault(trial, 0, 'E104')
  const storedMail = await mailAbout(trial, 'E104')
  trial.printPassed('a fault causes an email')
  expect(headerOf(storedMail, 'received')).toMatch(/with esmtpsa\s+\(TLS1\.3\)/u)
  trial.printPassed('over STARTTLS, signed in with name and password')
  return storedMail
}

function expectHeaders({ settings, printPassed }: MailTrial, storedMail: StoredMail): void {
  expect(headerOf(storedMail, 'from')).toBe('From: Cedar <support@cedar.example>')
  expect(headerOf(storedMail, 'message-id')).toMatch(/^Message-ID: <[\da-f-]{36}@cedar\.example>$/u)
  expect(headerOf(storedMail, 'auto-submitted')).toBe('Auto-Submitted: auto-generated')
  expect(unsubscribeUrlOf(storedMail)).toContain(`${settings.portalUrl}/unsubscribe/`)
  expect(headerOf(storedMail, 'list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  printPassed('From, Message-ID, Auto-Submitted, List-Unsubscribe and List-Unsubscribe-Post arrive as they should')
}

async function expectSignature({ debian, record, printPassed }: MailTrial, { raw }: StoredMail): Promise<void> {
  const verify = async (input: Buffer | string): Promise<string> =>
    debian.run('perl', [join(import.meta.dirname, 'dkim.pl'), record], { input })
  expect(await verify(raw)).toBe('pass')
  expect(await verify(`${raw.toString()}\r\nmore`)).toMatch(/^fail/u)
  printPassed("Mail::DKIM finds the mail's signature good, and that of a changed mail bad")
}

async function waitForExim(trial: MailTrial): Promise<void> {
  const { exim, product, printPassed } = trial
  await exim.stop()
  await reportFault(trial, 1, 'E110')
  await expect.poll(() => product.log('jobs')).toContain('Notices cannot be delivered for now')
  await exim.start()
  await mailAbout(trial, 'E110')
  printPassed('a mail waits while Exim is stopped, and goes out when it is back')
}

async function turnOff(trial: MailTrial, storedMail: StoredMail): Promise<void> {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const answer = await fetch(unsubscribeUrlOf(storedMail), { method: 'POST', body })
  expect(answer.status).toBe(200)
  trial.printPassed('one click of the mail program unsubscribes')
}

/** Returns the raw header of an email, with folded lines joined; an empty text if the header is missing. */
function headerOf({ mail }: StoredMail, key: string): string {
  return mail.headerLines.find((header) => header.key === key)?.line.replaceAll(/\r?\n\s+/gu, ' ') ?? ''
}

function unsubscribeUrlOf(storedMail: StoredMail): string {
  return /^List-Unsubscribe: <(.+)>$/u.exec(headerOf(storedMail, 'list-unsubscribe'))?.[1] ?? ''
}
