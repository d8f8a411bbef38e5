import { faultSeverityOf } from '#contract/faults.ts'
import { offlineAfterSilenceMs } from '#contract/telemetry.ts'
import { type BusMessage, formatChangeTime } from '#server/live/bus/bus.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { GatewayConditionChange } from '#server/gateway-changes/condition-change-rows.ts'
import { recordConditionChanges } from '#server/gateway-changes/store.ts'
import { limitTransactionIdleTime, markSilentGateways, type SilentGateway } from './store.ts'
import type { Services } from '#server/services.ts'

export type SilenceDependencies = Pick<Services, 'pool' | 'bus' | 'clock'>

const rowsPerBatch = 1000

/**
 * Sets gateways that sent nothing for 15 minutes to OFFLINE, and publishes the change. Returns the number of these
 * gateways. Specification 14.1.
 */
export async function markAndPublishSilentGateways({ pool, bus, clock }: SilenceDependencies): Promise<number> {
  const now = new Date(clock.now())
  const silence = { silentSince: new Date(now.getTime() - offlineAfterSilenceMs), now, limit: rowsPerBatch }
  for (let markedCount = 0; ;) {
    const silent = await inTransaction(pool, async (transaction) => {
      await limitTransactionIdleTime(transaction)
      const gateways = await markSilentGateways(transaction, silence)
      const isShared = await recordConditionChanges(
        transaction,
        gateways.map((gateway) => toConditionChange(gateway, now)),
      )
      const messages = gateways.map((gateway) => offline(gateway, now))
      await bus.publish(transaction, isShared ? [...messages, { kind: 'partner-changes' }] : messages)
      return gateways.length
    })
    markedCount += silent
    if (silent < rowsPerBatch) return markedCount
  }
}

function toConditionChange(
  { gatewayId, before, reported, faultCode, lastSeenAt }: SilentGateway,
  now: Date,
): GatewayConditionChange {
  return {
    gatewayId,
    before: { status: before, reported, faultCode },
    after: { status: 'OFFLINE', reported, faultCode, since: now.getTime(), lastSeenAt },
  }
}

function offline({ gatewayId, seq, reported, faultCode }: SilentGateway, now: Date): BusMessage {
  const payload = { gatewayStatus: 'OFFLINE', since: now.toISOString(), faultCode, severity: faultSeverityOf(reported) }
  return { kind: 'gateway', gatewayId, unit: 'status', seq, ts: formatChangeTime(now.getTime()), payload }
}
