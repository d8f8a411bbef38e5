import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { PersonDirectory } from './identity/person-directory.ts'
import type { Bus } from './live/bus/bus.ts'
import type { Log } from './log.ts'
import type { ReceiptRecordFunction } from './service-changes/consents/receipt-recorder.ts'

/** The services of a process that its parts use. `pool` is the pool of `database`. */
export type Services = {
  pool: Pool
  database: Database
  bus: Pick<Bus, 'publish'>
  clock: Clock
  log: Log
  registry: Registry
  persons: PersonDirectory
  recordReceipt: ReceiptRecordFunction
}
