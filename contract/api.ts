import { accountEndpoints } from './account-endpoints.ts'
import { accessEndpoints } from './access-endpoints.ts'
import { applianceEndpoints } from './appliance-endpoints.ts'
import { companyEndpoints } from './company-endpoints.ts'
import type { ServerEndpoint } from './endpoint.ts'
import { exportEndpoints } from './export-endpoints.ts'
import { historyEndpoints } from './history-endpoints.ts'
import { noticeEndpoints } from './notice-endpoints.ts'
import { noticeSettingsEndpoints } from './notice-settings-endpoints.ts'
import { programEndpoints } from './program-endpoints.ts'
import { personEndpoints } from './person-endpoints.ts'
import { takeoverEndpoints } from './takeover-endpoints.ts'
import { sharingEndpoints } from './sharing-endpoints.ts'
import { receiptEndpoints } from './receipt-endpoints.ts'

/**
 * The endpoints of /api/2, for the server and the OpenAPI document. A screen of the page imports only the `…-api.ts`
 * tables that it needs, which have no schemas of requests. Specification 7 and 13.
 */
export const api = {
  ...applianceEndpoints,
  ...accessEndpoints,
  ...takeoverEndpoints,
  ...receiptEndpoints,
  ...companyEndpoints,
  ...historyEndpoints,
  ...personEndpoints,
  ...accountEndpoints,
  ...exportEndpoints,
  ...noticeEndpoints,
  ...noticeSettingsEndpoints,
  ...sharingEndpoints,
  ...programEndpoints,
} as const satisfies Record<string, ServerEndpoint>

export type Api = typeof api
