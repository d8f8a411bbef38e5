import { join } from 'node:path'
import type { TestDatabase } from '#test/database.ts'
import type { ScriptedProvider } from '#test/identity/scripted-provider.ts'
import { householdRegistryKey } from './household.ts'

type Surroundings = { database: TestDatabase; idp: ScriptedProvider; folder: string }

/**
 * Returns the settings that all processes of the portal need. `folder` contains the files of the web app, and
 * receives the files of exports.
 */
export function createPortalSettings({ database, idp, folder }: Surroundings): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    OIDC_ISSUER: idp.issuer,
    OIDC_AUDIENCE: 'gateway-portal',
    OIDC_CLIENT_ID: idp.script.client.id,
    OIDC_CLIENT_SECRET: idp.script.client.secret,
    SESSION_KEY: householdRegistryKey.toString('base64'),
    REGISTRY_KEY: householdRegistryKey.toString('base64'),
    POLICIES_URL: 'http://127.0.0.1:9',
    PAGE_DIR: folder,
    EXPORT_STORE: `file:${join(folder, 'exports')}`,
    DRAIN_SECONDS: '1',
    HANDOVER_SECONDS: '1',
  }
}
