import { runningEmbedded } from '#server/database/embedded.ts'
import { knownSecrets } from './secrets.ts'
import { worldSettings } from './settings.ts'
import { StartError } from './start-error.ts'

type Environment = Record<string, string | undefined>

/**
 * The settings of an operator's command: those given, or of the demo that runs on this machine.
 * @throws StartError when neither is there
 */
export async function operatorEnvironment(env: Environment): Promise<Environment> {
  if (env['DATABASE_URL'] && env['REGISTRY_KEY']) return env
  const { databaseUrl, dataDir } = worldSettings(env)
  const url = databaseUrl ?? (await runningEmbedded(dataDir))
  if (url === undefined) {
    throw new StartError(
      'The product does not run here: run `npm start` first, or set DATABASE_URL, and REGISTRY_KEY for gateways.',
    )
  }
  const registryKey = (await knownSecrets(dataDir))?.registryKey
  return { ...env, DATABASE_URL: url, REGISTRY_KEY: env['REGISTRY_KEY'] || registryKey }
}
