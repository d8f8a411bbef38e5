import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { defaultBrandId, readBrands } from '#brands/read-brands.ts'
import type { Country } from '#contract/countries.ts'
import { dayMs } from '#contract/durations.ts'
import type { CompanyType } from '#contract/service-contract.ts'
import { recordServiceChange } from '#server/appliances/record-service-change.ts'
import { recordActivity } from '#server/audit/record-activity.ts'
import { insertPersonDailyActs } from '#server/audit/daily/store.ts'
import { type Config, type Environment, parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { type ImportKind, importFile } from '#server/operator/import-file.ts'
import { createPortalReceiptRecorder } from '#server/portal-receipt-recorder.ts'
import { storeContractWithConsent } from '#server/service-changes/consents/consent-changes.ts'
import type { ReceiptRecordFunction } from '#server/service-changes/consents/receipt-recorder.ts'
import { readTermsDocuments } from '#server/terms/terms-documents.ts'
import { ensureAccount } from '#stand-ins/identity/accounts.ts'
import { demoPassword, demoEmails, createDemoOwner, createDemoViewer } from './people.ts'
import { seedDemoPrograms } from './programs.ts'
import {
  updateDemoIssuer,
  insertTermsAcceptance,
  insertAddress,
  insertConnection,
  insertPerson,
  isPersonInserted,
  readGatewayWithCompanies,
} from './store.ts'

const files: readonly [ImportKind, string][] = [
  ['gateways', 'gateways.csv'],
  ['companies', 'companies.csv'],
  ['support-companies', 'support-companies.csv'],
]

/**
 * Inserts the registry, the companies, the people and their appliances of Specification 18.2. `env` has the settings
 * of the portal.
 *
 * If the owner exists already, inserts none of them, because users of the demo may have changed or removed them.
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
  const owner = { issuer: config.oidc.issuer, user: createDemoOwner(subs.owner) }
  const viewer = { issuer: config.oidc.issuer, user: createDemoViewer(subs.viewer) }
  await updateDemoIssuer(pool, config.oidc.issuer)
  if (await isPersonInserted(pool, owner)) return
  for (const [kind, file] of files) await importDemoFile(config, pool, { kind, file })
  await inTransaction(pool, async (transaction) => {
    const people = {
      ownerId: await insertPerson(transaction, owner),
      viewerId: await insertPerson(transaction, viewer),
    }
    await seedAcceptances(config, transaction, Object.values(people))
    await seedAppliances(config, transaction, people)
    await seedDemoPrograms(transaction, people.ownerId)
  })
}

async function ensureAccounts(pool: Pool): Promise<Record<keyof typeof demoEmails, string>> {
  const account = async (email: string) => ensureAccount(pool, { email, password: demoPassword })
  const [owner, viewer, newcomer] = [demoEmails.owner, demoEmails.viewer, demoEmails.newcomer].map(account)
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
  const { version, locale } = (await readTermsDocuments(legalDir)).termsOf('DE', null)
  for (const personId of personIds) await insertTermsAcceptance(transaction, { personId, version, locale })
}

/**
 * Adds the first three gateways of the registry to the owner: one with all services, one with an outdated consent, and one
 * with only an address. The first one also has the viewer.
 */
async function seedAppliances(
  config: Config,
  transaction: Transaction,
  { ownerId, viewerId }: { ownerId: string; viewerId: string },
): Promise<void> {
  const [served, outdated, addressed] = await firstSerials()
  const { consentVersion } = config
  const { record: recordReceipt } = createPortalReceiptRecorder(config, await readBrands())
  const country = 'DE'
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  // The owner added the appliances before their generated past begins (`insertDemoPast`).
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
  const connect = async (serial: string, connected: Connected) =>
    connectCompany(transaction, { ...connected, serial, country, personId: ownerId, recordReceipt })
  await connect(outdated, { companyType: 'SUPPORT', version: `before-${consentVersion}`, now: ago(59) })
  await connect(served, { companyType: 'SUPPORT', version: consentVersion, now: ago(29) })
  await connect(served, { companyType: 'ASA', version: consentVersion, now: ago(28) })
  const { gatewayId } = await readGatewayWithCompanies(transaction, { serial: served, country })
  const additionBase = { actor: 'person', gatewayId } as const
  await recordActivity(transaction, {
    ...additionBase,
    personId: ownerId,
    kind: 'appliance-claimed',
    details: {},
    now: ago(91).getTime(),
  })
  await recordActivity(transaction, {
    ...additionBase,
    personId: viewerId,
    kind: 'access-given',
    details: { role: 'VIEWER', way: 'claim' },
    now: ago(10).getTime(),
  })
  await insertPersonDailyActs(transaction, [
    { kind: 'values-viewed', gatewayId, personId: viewerId, at: ago(2) },
    { kind: 'history-viewed', gatewayId, personId: viewerId, at: ago(2) },
  ])
}

type Connected = { companyType: CompanyType; version: string; now: Date }

type Connection = Connected & {
  serial: string
  country: Country
  personId: string
  recordReceipt: ReceiptRecordFunction
}

/**
 * Connects an appliance to a company with a receipt and an entry of the activity, as if its owner had done it in the
 * portal.
 */
async function connectCompany(
  transaction: Transaction,
  { serial, country, companyType, version, ...given }: Connection,
): Promise<void> {
  const { gatewayId, providerId, supportId } = await readGatewayWithCompanies(transaction, { serial, country })
  const act = { ...given, gatewayId }
  const contractId = await storeContractWithConsent(transaction, act, {
    companyType,
    companyId: companyType === 'SUPPORT' ? providerId : supportId,
    status: 'ACTIVE',
    permission: 'FULL_ACCESS',
    version,
    language: 'de',
    shown: null,
  })
  await recordServiceChange(transaction, act, { kind: 'contract-added', contractId })
}

async function firstSerials(): Promise<[string, string, string]> {
  const registry = await readFile(new URL('../../stand-ins/gateways.csv', import.meta.url), 'utf8')
  const [first = '', second = '', third = ''] = registry
    .split('\n')
    .slice(1, 4)
    .map((row) => row.split(',')[0] ?? '')
  return [first, second, third]
}
