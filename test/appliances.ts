import { computeClaimDigest, computeDeviceKeyDigest } from '#server/registry/digests.ts'
import type { Database } from '#server/database/database.ts'
import { upsertGateways } from '#server/operator/store.ts'
import { sampleFaults } from '#contract/sample-faults.ts'
import {
  type ApplianceListStore,
  type ApplianceListStoreDependencies,
  createApplianceListStore,
} from '#server/appliances/list/store.ts'
import { storeGatewayCondition } from './gateway-condition.ts'

export const registryKey = Buffer.alloc(32, 7)

export const testSticker = { access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }

/** Returns the body of a request that claims a gateway with the codes of the test sticker. */
export function claimBodyOf(
  serial: string,
  changes: { type?: string; access?: string; userPwd?: string; brands?: string[] } = {},
) {
  const { type = 'rrc1', brands = ['cedar'], ...codes } = changes
  return { type, credentials: { serial, ...testSticker, ...codes }, brands }
}

/** Registers gateways of the test. All of them have the codes of the test sticker. */
export async function registerTestGateways(
  { pool }: Pick<Database, 'pool'>,
  serials: readonly string[],
  { type = 'rrc1', brand = 'cedar' }: { type?: 'rrc1' | 'icom' | 'cold'; brand?: string } = {},
): Promise<void> {
  const entries = serials.map((serial) => ({
    serial,
    type,
    brand,
    applianceType: 'BOILER' as const,
    claimDigest: computeClaimDigest(registryKey, {
      serial,
      accessCode: testSticker.access,
      userPassword: testSticker.userPwd,
    }),
    deviceKeyDigest: computeDeviceKeyDigest(registryKey, { serial, deviceKey: 'k'.repeat(32) }),
  }))
  await upsertGateways(pool, entries)
}

type TestStore = Pick<ApplianceListStoreDependencies, 'db' | 'clock'> & { consentVersion?: string }

/** Creates the appliance store. Its emergencies are those of the sample fault catalogue. */
export function createTestApplianceStore({ db, clock, consentVersion = '1' }: TestStore): ApplianceListStore {
  const emergencies = new Set(sampleFaults.filter(({ emergency }) => emergency).map(({ code }) => code))
  return createApplianceListStore({ db, clock, consentVersion, findEmergencies: async () => emergencies })
}

/** A fault that a gateway reports at `at` (epoch ms). `code` is null if the gateway reports that it has no fault. */
export type FaultReport = { code: string | null; at: number }

/** Stores the state of a gateway after a fault report, and records the change. */
export async function storeFaultReport(
  pool: Database['pool'],
  gatewayId: string,
  { code, at }: FaultReport,
): Promise<void> {
  const reported = code === null ? 'WORKING' : 'ERROR'
  await storeGatewayCondition(pool, gatewayId, { status: reported, reported, faultCode: code, at })
}
