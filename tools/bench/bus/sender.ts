import { setTimeout as pause } from 'node:timers/promises'
import type { BusMessage } from '#server/bus/bus.ts'
import { openDatabase } from '#server/database/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { serve } from '../processes.ts'
import { gatewayIds } from '../push/data.ts'
import { type BenchForm, openForm } from './form.ts'

// What ingest tells the others: changes of one gateway after the other, at a rate, many in one commit.
const [form = 'notify', url = '', host = ''] = process.argv.slice(2)
const commitEveryMs = 20
/** A prime: whoever watches a part of the gateways has the same part of any second's changes. */
const stride = 7_919
const payload = {
  roomTemperature: 21.4,
  roomTemperatureSetpoint: 21,
  flowTemperature: 39.4,
  operationMode: 'AUTO',
  pumpModulation: 64,
}
const { pool } = openDatabase(url)
const ids = await gatewayIds(pool)
const bus = await openForm(form as BenchForm, { url, host, pool })
let sent = 0

serve(0, { send })

/** Sends for `seconds`; answers how many a second it came to. */
async function send({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<number> {
  const start = performance.now()
  const total = perSecond * seconds
  for (let done = 0; done < total;) {
    const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * perSecond))
    const messages = Array.from({ length: due - done }, change)
    if (messages.length > 0) await inTransaction(pool, async (transaction) => bus.publish(transaction, messages))
    done = due
    await pause(commitEveryMs)
  }
  return Math.round(total / ((performance.now() - start) / 1000))
}

function change(): BusMessage {
  sent += 1
  const gatewayId = ids[(sent * stride) % ids.length] ?? ''
  return { kind: 'gateway', gatewayId, unit: 'hc1', seq: sent, ts: new Date().toISOString(), payload }
}
