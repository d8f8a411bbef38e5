import { runningEmbedded } from '#server/database/embedded.ts'
import { portalEnv } from './parts.ts'
import { knownSecrets } from './secrets.ts'
import { worldSettings } from './settings.ts'
import { StartFailure } from './start-failure.ts'

type Environment = Record<string, string | undefined>

/**
 * The settings of an operator's command: those given, or of the demo that runs on this machine.
 * @throws StartFailure when neither is there
 */
export async function operatorEnvironment(env: Environment): Promise<Environment> {
  if (env['DATABASE_URL'] && env['REGISTRY_KEY']) return env
  const settings = worldSettings(env)
  const databaseUrl = settings.databaseUrl ?? (await runningEmbedded(settings.dataDir))
  const secrets = await knownSecrets(settings.dataDir)
  if (databaseUrl === undefined || secrets === undefined) {
    throw new StartFailure(
      'The product does not run here: run `npm start` first, or set DATABASE_URL and REGISTRY_KEY.',
    )
  }
  return { ...portalEnv({ settings, secrets, databaseUrl }), ...env }
}
