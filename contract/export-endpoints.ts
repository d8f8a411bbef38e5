import { chartRange, dataExportApplianceParams, dataExportFileParams, dataExportRequest } from './data-export.ts'
import { exportApi } from './export-api.ts'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'

/** The endpoints of `exportApi` with the inputs and refusals that only the server needs. Specification 13. */
export const exportEndpoints = {
  listDataExports: {
    ...exportApi.listDataExports,
    ...termsRequiredDefaults,
    params: dataExportApplianceParams,
    refusals: ['not-found', 'not-owner'],
  },
  requestDataExport: {
    ...exportApi.requestDataExport,
    ...termsRequiredDefaults,
    params: dataExportApplianceParams,
    body: dataExportRequest,
    refusals: ['not-found', 'not-owner', 'exports-open'],
  },
  downloadDataExport: {
    ...exportApi.downloadDataExport,
    ...termsRequiredDefaults,
    params: dataExportFileParams,
    refusals: ['not-found'],
  },
  readExportChart: {
    ...exportApi.readExportChart,
    ...termsRequiredDefaults,
    params: dataExportApplianceParams,
    query: chartRange,
    refusals: ['not-found', 'not-owner'],
  },
} as const satisfies Record<keyof typeof exportApi, ServerEndpoint>
