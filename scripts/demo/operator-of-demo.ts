import type { Environment } from '#server/config.ts'
import { findRunningDatabaseUrl } from '../database/embedded.ts'
import { readStoredSecrets } from '../processes/demo-secrets.ts'
import { readDemoSettings } from '../processes/demo-settings.ts'
import { StartError } from '../processes/start-error.ts'
import { setDemoFault } from './set-demo-fault.ts'

/** Runs `demo fault …` and `demo well …` on the demo of this machine. Returns an error message, or null on success. */
export async function setRunningDemoFault(env: Environment, args: readonly string[]): Promise<string | null> {
  return setDemoFault(readDemoSettings(env).dataDir, args)
}

/**
 * Returns `env` with the database, keys and URL of the demo on this machine. Settings that `env` already has stay
 * unchanged.
 *
 * @throws StartError if no database is configured and no demo runs
 */
export async function addDemoSettings(env: Environment): Promise<Environment> {
  const { databaseUrl, dataDir, portalUrl } = readDemoSettings(env)
  const url = databaseUrl ?? (await findRunningDatabaseUrl(dataDir))
  if (url === undefined) {
    throw new StartError(
      'The product does not run here: run `npm start` first, or set DATABASE_URL, and REGISTRY_KEY for gateways.',
    )
  }
  const secrets = await readStoredSecrets(dataDir)
  return {
    ...env,
    DATABASE_URL: url,
    REGISTRY_KEY: env['REGISTRY_KEY'] || secrets?.registryKey,
    RECEIPT_KEY: env['RECEIPT_KEY'] || secrets?.receiptKey,
    PUBLIC_URL: env['PUBLIC_URL'] || portalUrl,
  }
}
