import { userInfo } from 'node:os'
import { type Environment, SettingError } from '#server/config.ts'
import { withCredentials } from '#server/credentials.ts'
import { runningEmbedded } from '#server/database/embedded.ts'
import { openLog } from '#server/log.ts'
import { runOperatorCommand } from '#server/operator/main.ts'
import { askDemoGateway } from './demo/ask-gateway.ts'
import { knownSecrets } from './world/secrets.ts'
import { worldSettings } from './world/settings.ts'
import { StartError } from './world/start-error.ts'

// `npm run portal -- import gateways FILE.csv`: an operator's command, on the demo of this machine unless settings say
// where the product runs. `npm run portal -- demo fault SERIAL CODE` is for the demo alone.
try {
  const args = process.argv.slice(2)
  process.exitCode = args[0] === 'demo' ? await runDemoCommand(args.slice(1)) : await runCommand(args)
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function runDemoCommand(args: readonly string[]): Promise<number> {
  const { dataDir } = worldSettings(process.env)
  const complaint = await askDemoGateway(dataDir, args)
  if (complaint !== null) process.stderr.write(`${complaint}\n`)
  return complaint === null ? 0 : 1
}

async function runCommand(args: readonly string[]): Promise<number> {
  return runOperatorCommand({
    args,
    // Keys are made of nothing.
    env: args[0] === 'vapid' ? process.env : await operatorEnvironment(await withCredentials(process.env)),
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    record,
  })
}

/** On stderr, so that it can be kept apart from what the command answers. */
function record(audit: object): void {
  const log = openLog('info', 'operator', process.stderr)
  log.info({ audit: { ...audit, operator: userInfo().username } }, 'audit')
}

/**
 * The settings of an operator's command: those given, or of the demo that runs on this machine.
 * @throws StartError when neither is there
 */
async function operatorEnvironment(env: Environment): Promise<Environment> {
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
