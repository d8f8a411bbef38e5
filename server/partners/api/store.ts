import type { ApplianceType, GatewayStatus } from '#contract/appliance.ts'
import { type Queryable, readFirstRow, readRows } from '#server/database/sql.ts'

export type ApplianceState = {
  type: ApplianceType
  status: GatewayStatus
  reported: GatewayStatus | null
  since: Date | null
  faultCode: string | null
}

/**
 * Reads the state of a gateway or a test appliance. Before the first report, `status` is UNKNOWN. Returns null if no
 * appliance has this id.
 */
export async function readApplianceState(db: Queryable, applianceId: string): Promise<ApplianceState | null> {
  return readFirstRow<ApplianceState>(db)`
    select g.appliance_type as type, coalesce(s.status, 'UNKNOWN') as status, s.reported, s.since,
      s.fault_code as "faultCode"
    from gateway g left join gateway_status s on s.gateway_id = g.id where g.id = ${applianceId}
    union all
    select appliance_type, case when silent_since is null then status else 'OFFLINE' end, status,
      coalesce(silent_since, since), fault_code
    from partner_test_appliance where id = ${applianceId}`
}

export type LatestReport = { unit: string; at: Date; payload: Record<string, unknown> }

/** Reads the newest report of each unit of a gateway, from reports since `since`. */
export async function readLatestReports(db: Queryable, gatewayId: string, since: Date): Promise<LatestReport[]> {
  return readRows<LatestReport>(db)`
    select distinct on (unit) unit, ts as at, payload from telemetry
    where gateway_id = ${gatewayId} and ts >= ${since}::timestamptz order by unit, ts desc`
}
