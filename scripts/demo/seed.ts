import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { defaultBrandId } from '#brands/read-brands.ts'
import { type Config, type Environment, parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { type ImportKind, importFile } from '#server/operator/import.ts'
import { readTerms } from '#server/terms/documents.ts'
import { ensureAccount } from '#stand-ins/identity/accounts.ts'
import { demoPassword, emails, ownerOf, viewerOf } from './people.ts'
import { seedPrograms } from './programs.ts'
import {
  followIssuer,
  insertAcceptance,
  insertAddress,
  insertConnection,
  insertPerson,
  insertProviderContract,
  insertSupportContract,
  isInserted,
} from './store.ts'

const files: readonly [ImportKind, string][] = [
  ['gateways', 'gateways.csv'],
  ['companies', 'companies.csv'],
  ['support-companies', 'support-companies.csv'],
]

const dayMs = 24 * 60 * 60 * 1000

/**
 * Inserts the registry, the companies and the people of Specification 18.2, once; users of the demo may then change
 * them. `env` has the settings of the portal.
 */
export async function seedDemo(env: Environment): Promise<void> {
  const config = parseConfig(env, defaultBrandId)
  const { pool, close } = openDatabase(config.sessionAddress.url, { max: 3 })
  try {
    await seed(config, pool)
  } finally {
    await close()
  }
}

async function seed(config: Config, pool: Pool): Promise<void> {
  const subs = await ensureAccounts(pool)
  const owner = { issuer: config.oidc.issuer, user: ownerOf(subs.owner) }
  const viewer = { issuer: config.oidc.issuer, user: viewerOf(subs.viewer) }
  await followIssuer(pool, config.oidc.issuer)
  if (await isInserted(pool, owner)) return
  for (const [kind, file] of files) await importDemoFile(config, pool, { kind, file })
  await inTransaction(pool, async (transaction) => {
    const people = {
      ownerId: await insertPerson(transaction, owner),
      viewerId: await insertPerson(transaction, viewer),
    }
    await seedAcceptances(config, transaction, Object.values(people))
    await seedAppliances(config, transaction, people)
    await seedPrograms(transaction, people.ownerId)
  })
}

async function ensureAccounts(pool: Pool): Promise<Record<keyof typeof emails, string>> {
  const account = async (email: string) => ensureAccount(pool, { email, password: demoPassword })
  const [owner, viewer, newcomer] = [emails.owner, emails.viewer, emails.newcomer].map(account)
  return { owner: (await owner) ?? '', viewer: (await viewer) ?? '', newcomer: (await newcomer) ?? '' }
}

async function importDemoFile(
  { registryKey }: Config,
  pool: Pool,
  { kind, file }: { kind: ImportKind; file: string },
): Promise<void> {
  const content = await readFile(new URL(`../../stand-ins/${file}`, import.meta.url), 'utf8')
  const result = await importFile({ pool, registryKey, kind, content })
  if (result.kind === 'refused') throw new Error(`${file} cannot be imported: ${JSON.stringify(result.badRows)}`)
}

async function seedAcceptances(
  { legalDir }: Config,
  transaction: Transaction,
  personIds: readonly string[],
): Promise<void> {
  const { version, locale } = (await readTerms(legalDir)).of('DE', null)
  for (const personId of personIds) await insertAcceptance(transaction, { personId, version, locale })
}

/**
 * The first three gateways of the registry: one with all services, one with an old consent, one with only an address.
 */
async function seedAppliances(
  { consentVersion }: Config,
  transaction: Transaction,
  { ownerId, viewerId }: { ownerId: string; viewerId: string },
): Promise<void> {
  const [served, outdated, addressed] = await firstSerials()
  const country = 'DE'
  const consentedBy = ownerId
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  // Earlier than all of their generated past (fill-past.ts).
  const ownership = { role: 'owner', personId: ownerId } as const
  await insertConnection(transaction, { ...ownership, serial: addressed, addedAt: ago(93) })
  await insertConnection(transaction, { ...ownership, serial: outdated, addedAt: ago(92) })
  await insertConnection(transaction, { ...ownership, serial: served, addedAt: ago(91) })
  await insertConnection(transaction, { serial: served, personId: viewerId, role: 'viewer', addedAt: ago(10) })
  await insertAddress(transaction, served, {
    street: ['Lindenstraße 12'],
    postalCode: '73230',
    city: 'Kirchheim',
    country,
  })
  await insertAddress(transaction, outdated, {
    street: ['Am Bach 3', 'Hinterhaus'],
    postalCode: '73240',
    city: 'Wendlingen',
    country,
  })
  await insertAddress(transaction, addressed, {
    street: ['Seeweg 7'],
    postalCode: '88045',
    city: 'Friedrichshafen',
    country,
  })
  await insertProviderContract(transaction, {
    serial: served,
    consentVersion,
    consentedBy,
    consentedAt: ago(29),
    country,
  })
  await insertSupportContract(transaction, {
    serial: served,
    consentVersion,
    consentedBy,
    consentedAt: ago(28),
    country,
  })
  const consentBefore = `before-${consentVersion}`
  await insertProviderContract(transaction, {
    serial: outdated,
    consentVersion: consentBefore,
    consentedBy,
    consentedAt: ago(59),
    country,
  })
}

async function firstSerials(): Promise<[string, string, string]> {
  const registry = await readFile(new URL('../../stand-ins/gateways.csv', import.meta.url), 'utf8')
  const [first = '', second = '', third = ''] = registry
    .split('\n')
    .slice(1, 4)
    .map((row) => row.split(',')[0] ?? '')
  return [first, second, third]
}
