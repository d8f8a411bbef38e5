import { staticChecks, vitestStep } from './check-steps.ts'
import { runSteps } from './steps.ts'

// `npm run check`: the fast part of `npm test`, without a browser and without starting and killing processes.
process.exitCode = (await runSteps([[staticChecks, [vitestStep(['pure', 'components', 'server'])]]])) ? 0 : 1
