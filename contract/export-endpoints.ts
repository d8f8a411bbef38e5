import { chartRange, exportApplianceParams, exportFileParams, exportRequest } from './data-export.ts'
import { exportApi } from './export-api.ts'
import { termsRequired, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `exportApi` with the inputs and refusals that only the server needs. Specification 13. */
export const exportEndpoints = {
  listDataExports: {
    ...exportApi.listDataExports,
    ...termsRequired,
    params: exportApplianceParams,
    refusals: ['not-found', 'not-owner'],
  },
  requestDataExport: {
    ...exportApi.requestDataExport,
    ...termsRequired,
    params: exportApplianceParams,
    body: exportRequest,
    refusals: ['not-found', 'not-owner', 'exports-open'],
  },
  downloadDataExport: {
    ...exportApi.downloadDataExport,
    ...termsRequired,
    params: exportFileParams,
    refusals: ['not-found'],
  },
  readExportChart: {
    ...exportApi.readExportChart,
    ...termsRequired,
    params: exportApplianceParams,
    query: chartRange,
    refusals: ['not-found', 'not-owner'],
  },
} as const satisfies Record<keyof typeof exportApi, ServedEndpoint>
