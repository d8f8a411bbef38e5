import { chartRange, exportApplianceId, exportFileId, exportRequest } from './data-export.ts'
import { exportApi } from './export-api.ts'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `exportApi` with the inputs and refusals that only the server needs. Specification 13. */
export const exportEndpoints = {
  listDataExports: {
    ...exportApi.listDataExports,
    ...afterTerms,
    params: exportApplianceId,
    refusals: ['not-found', 'not-owner'],
  },
  requestDataExport: {
    ...exportApi.requestDataExport,
    ...afterTerms,
    params: exportApplianceId,
    body: exportRequest,
    refusals: ['not-found', 'not-owner', 'exports-open'],
  },
  downloadDataExport: { ...exportApi.downloadDataExport, ...afterTerms, params: exportFileId, refusals: ['not-found'] },
  readExportChart: {
    ...exportApi.readExportChart,
    ...afterTerms,
    params: exportApplianceId,
    query: chartRange,
    refusals: ['not-found', 'not-owner'],
  },
} as const satisfies Record<keyof typeof exportApi, ServedEndpoint>
