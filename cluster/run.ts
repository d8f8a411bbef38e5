import { runDrill } from './drill/drill.ts'
import { runProgram } from './terminal.ts'
import { startCluster } from './up.ts'

// `npm run cluster`: the product on this machine as it would run on many, from packages of Debian, until Ctrl-C.
// `npm run cluster -- drill`: the same under load, with one fault after another. PORT and DATA_DIR change its places,
// EXPORT_STORE and the settings of AWS where files lie.
const [task, ...args] = process.argv.slice(2)
await runProgram(async (program) => (task === 'drill' ? runDrill(program, args) : startCluster(program)))
