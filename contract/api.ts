import { applianceApi } from './appliance-api.ts'
import { companyApi } from './company-api.ts'
import type { Endpoint } from './endpoint.ts'
import { exportApi } from './export-api.ts'
import { historyApi } from './history-api.ts'
import { noticeApi } from './notice-api.ts'
import { noticeSettingsApi } from './notice-settings-api.ts'
import { personApi } from './person-api.ts'

/**
 * Every path of /api/2. Server, client and OpenAPI document use this table; the page loads only the parts that a
 * screen needs. Specification 7 and 13.
 */
export const api = {
  ...applianceApi,
  ...companyApi,
  ...historyApi,
  ...personApi,
  ...exportApi,
  ...noticeApi,
  ...noticeSettingsApi,
} as const satisfies Record<string, Endpoint>

export type Api = typeof api
