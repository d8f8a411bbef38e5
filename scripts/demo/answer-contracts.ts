import { silentLog } from '#server/log.ts'
import { defaultBrandId } from '#brands/read-brands.ts'
import { createVisitingBus } from '#server/bus/visiting.ts'
import { systemClock } from '#server/clock.ts'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { answerContract } from '#server/operator/contracts.ts'
import { listPending } from '#server/operator/store.ts'
import { exitWithParent } from '#stand-ins/exit-with-parent.ts'

// Plays the companies of the demo that accept manually: they accept a minute after the request. Specification 13.8.
const answerAfterMs = Number(process.env['ANSWER_AFTER_MS'] ?? 60_000)
const lookEveryMs = 2_000

const { url } = parseConfig(process.env, defaultBrandId).sessionAddress
const { pool, close } = openDatabase(url, { max: 1 })
const bus = createVisitingBus({ url, log: silentLog })

let looking = Promise.resolve()
const timer = setInterval(() => {
  looking = looking.then(answerAll).catch((error: unknown) => console.error('contracts were not answered:', error))
}, lookEveryMs)

exitWithParent(async () => {
  clearInterval(timer)
  await looking
  await bus.close()
  await close()
})
console.log(`companies that accept by hand answer after ${answerAfterMs / 1000} s`)

async function answerAll(): Promise<void> {
  for (const { id, company } of await listPending(pool, new Date(Date.now() - answerAfterMs))) {
    await answerContract({ pool, bus, clock: systemClock, contractId: id, answer: 'accept' })
    console.log(`${company} accepted the contract ${id}`)
  }
}
