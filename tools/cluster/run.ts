import { runDrill } from '../drill/drill.ts'
import { runMutants } from '../drill/run-mutants.ts'
import { openSlowLine } from './slow-line.ts'
import { runProgram } from '../../scripts/world/program.ts'
import { startCluster } from './up.ts'

// `npm run cluster`: the product on this machine as it would run on many, from packages of Debian, until Ctrl-C.
// `npm run cluster -- drill`: the same under load, with one fault after another. PORT and DATA_DIR change its places,
// EXPORT_STORE and the settings of AWS where files lie.
// `npm run cluster -- mutants`: the product broken on purpose, to show that the drill notices.
// `npm run cluster -- slow-line URL`: a slow line to a database.
const [task, ...args] = process.argv.slice(2)
const farewell = 'Ending everything; this may take half a minute.'
await runProgram({ codeOfSignal: 130, farewell }, async (program) => {
  if (task === 'drill') return runDrill(program, args)
  if (task === 'mutants') return runMutants(program, args)
  if (task === 'slow-line') return openSlowLine(program, args)
  return startCluster(program)
})
