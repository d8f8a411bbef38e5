import { staticChecks, vitestStep } from './check-steps.ts'
import { ensureChromium } from './chromium.ts'
import { ensurePromtool } from './promtool.ts'
import { reportPath, runSteps, printLine } from './steps.ts'
import { ensurePrograms } from './test-programs.ts'

// `npm test`: all checks, from formatting to the built page in Chromium.
ensureChromium(printLine)
ensurePrograms(printLine)
await ensurePromtool(printLine)
const build = { name: 'The page builds', command: ['node', 'scripts/build.ts'] }
const endToEnd = { name: 'End to end, in Chromium', command: ['playwright', 'test'], report: reportPath('e2e') }
const withoutBrowser = [
  [...staticChecks, build, vitestStep(['scripts'])],
  [vitestStep(['pure', 'components', 'server', 'processes'])],
]
process.exitCode = (await runSteps([withoutBrowser, [[endToEnd]]])) ? 0 : 1
