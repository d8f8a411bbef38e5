import { userInfo } from 'node:os'
import { SettingError } from '#server/config.ts'
import { openLog } from '#server/log.ts'
import { runOperatorCommand } from '#server/operator/main.ts'
import { operatorEnvironment } from './world/operator-environment.ts'
import { StartError } from './world/start-error.ts'

// `npm run portal -- import gateways FILE.csv`: an operator's command, on the demo of this machine unless settings say
// where the product runs.
try {
  process.exitCode = await runOperatorCommand({
    args: process.argv.slice(2),
    env: await operatorEnvironment(process.env),
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    record,
  })
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** On stderr, so that it can be kept apart from what the command answers. */
function record(audit: object): void {
  const log = openLog('info', 'operator', process.stderr)
  log.info({ audit: { ...audit, operator: userInfo().username } }, 'audit')
}
