import { staticChecks, createVitestStep } from './check-steps.ts'
import { ensureChromium } from './chromium.ts'
import { ensurePromtool } from './promtool.ts'
import { reportPath, runStages, printLine } from './run-stages.ts'
import { ensureTestPrograms } from './test-programs.ts'

// `npm test`: all checks, from formatting to the built page in Chromium.
ensureChromium(printLine)
ensureTestPrograms(printLine)
await ensurePromtool(printLine)
const build = { name: 'The page builds', command: ['node', 'scripts/build.ts'] }
const endToEnd = { name: 'End to end, in Chromium', command: ['playwright', 'test'], report: reportPath('e2e') }
const withoutBrowser = [
  [...staticChecks, build, createVitestStep(['scripts'])],
  [createVitestStep(['pure', 'components', 'server', 'processes'])],
]
process.exitCode = (await runStages([withoutBrowser, [[endToEnd]]])) ? 0 : 1
