import { runDrill } from '../drill/drill.ts'
import { runMutants } from '../drill/run-mutants.ts'
import { openSlowLine } from './slow-line.ts'
import { runProgram } from '../../scripts/processes/run-program.ts'
import { startCluster } from './start-cluster.ts'

// `npm run cluster` runs the portal as on many machines, with programs of Debian, until Ctrl-C. PORT, DATA_DIR,
// EXPORT_STORE and the AWS settings of the store configure it.
//
// - `npm run cluster -- drill` runs the cluster under load, and causes one fault after another.
// - `npm run cluster -- mutants` breaks the portal on purpose, to show that the drill detects it.
// - `npm run cluster -- slow-line URL` opens a slow connection to a database.
const [task, ...args] = process.argv.slice(2)
const farewell = 'Ending everything; this may take half a minute.'
await runProgram({ codeOfSignal: 130, farewell }, async (program) => {
  if (task === 'drill') return runDrill(program, args)
  if (task === 'mutants') return runMutants(program, args)
  if (task === 'slow-line') return openSlowLine(program, args)
  return startCluster(program)
})
