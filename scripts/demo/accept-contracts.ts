import { minuteMs } from '#contract/durations.ts'
import { silentLog } from '#server/log.ts'
import { createOneShotPublisher } from '#server/live/bus/one-shot-publisher.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { answerContract } from '#server/operator/answer-contract.ts'
import { readPendingContracts } from '#server/operator/store.ts'
import { readRequiredSetting, type StandInStarter } from '#stand-ins/stand-in.ts'

const answerAfterMs = minuteMs
const checkEveryMs = 2_000

/** Accepts contracts for the companies of the demo that do not accept automatically, a minute after the request. Specification 13.8. */
export const startContractAcceptance: StandInStarter = async (settings) => {
  const url = readRequiredSetting(settings, 'DATABASE_URL')
  const { pool, close } = openDatabase(url, { max: 1 })
  const bus = createOneShotPublisher({ url, log: silentLog })
  let checkPromise = Promise.resolve()
  const timer = setInterval(() => {
    checkPromise = checkPromise
      .then(answerAll)
      .catch((error: unknown) => console.error('contracts were not answered:', error))
  }, checkEveryMs)
  console.log(`companies that accept by hand answer after ${answerAfterMs / 1000} s`)
  return async () => {
    clearInterval(timer)
    await checkPromise
    await bus.close()
    await close()
  }

  async function answerAll(): Promise<void> {
    for (const { id, company } of await readPendingContracts(pool, new Date(Date.now() - answerAfterMs))) {
      await answerContract({ pool, bus, clock: systemClock, contractId: id, answer: 'accept' })
      console.log(`${company} accepted the contract ${id}`)
    }
  }
}
