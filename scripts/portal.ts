import { SettingError } from '#server/config.ts'
import { runOperatorCommand } from '#server/operator/main.ts'
import { operatorEnvironment } from './world/operator-environment.ts'
import { StartFailure } from './world/start-failure.ts'

// `npm run portal -- import gateways FILE.csv`: an operator's command, on the demo of this machine unless settings say
// where the product runs.
try {
  process.exitCode = await runOperatorCommand({
    args: process.argv.slice(2),
    env: await operatorEnvironment(process.env),
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof SettingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
