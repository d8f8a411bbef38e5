import { stillChecks, vitestOf } from './check-steps.ts'
import { ensureChromium } from './chromium.ts'
import { reportFile, runSteps, say } from './steps.ts'

// `npm test`: everything, from the formats to the built page in Chromium.
ensureChromium(say)
const endToEnd = { name: 'End to end, in Chromium', command: ['playwright', 'test'], report: reportFile('e2e') }
const build = { name: 'The page builds', command: ['node', 'scripts/build.ts'] }
const steps = [...stillChecks, vitestOf(['pure', 'server']), build, vitestOf(['scripts']), endToEnd]
process.exitCode = (await runSteps(steps)) ? 0 : 1
