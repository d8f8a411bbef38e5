import { runDrill } from './drill/drill.ts'
import { runProgram } from './terminal.ts'
import { openSlowLine } from './slow-line.ts'
import { startCluster } from './up.ts'

// `npm run cluster`: the product on this machine as it would run on many, from packages of Debian, until Ctrl-C.
// `npm run cluster -- drill`: the same under load, with one fault after another. PORT and DATA_DIR change its places,
// EXPORT_STORE and the settings of AWS where files lie. `npm run cluster -- slow-line URL`: a slow line to a database.
const [task, ...args] = process.argv.slice(2)
await runProgram(async (program) => {
  if (task === 'drill') return runDrill(program, args)
  return task === 'slow-line' ? openSlowLine(program, args) : startCluster(program)
})
