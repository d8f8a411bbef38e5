import { staticChecks, createVitestStep } from './check-steps.ts'
import { runStages } from './run-stages.ts'

// `npm run check`: the fast part of `npm test`, without a browser and without starting and killing processes.
process.exitCode = (await runStages([[staticChecks, [createVitestStep(['pure', 'components', 'server'])]]])) ? 0 : 1
