import { defaultBrandId } from '#brands/read-brands.ts'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { exitWithParent } from '#stand-ins/exit-with-parent.ts'
import { insertDemoPast } from './insert-demo-past.ts'

// Adds past reports in its own process, while people already use the demo.
const { pool, close } = openDatabase(parseConfig(process.env, defaultBrandId).sessionAddress.url, {
  max: 1,
  statementTimeoutMs: 0,
})
const abortController = new AbortController()
const demoPast = insertDemoPast({ pool, isStopped: () => abortController.signal.aborted })
exitWithParent(stop)
const start = performance.now()
console.log(`past of the demo: ${await demoPast} reports added in ${Math.round(performance.now() - start)} ms`)
if (process.connected) process.disconnect()
else await close()

async function stop(): Promise<void> {
  abortController.abort()
  await demoPast
  await close()
}
