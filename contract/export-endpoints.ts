import { chartRange, dataExportApplianceParams, dataExportFileParams, dataExportRequest } from './data-export.ts'
import { exportApi } from './export-api.ts'
import { addInputs } from './endpoint.ts'

/** The endpoints of `exportApi` with the inputs and refusals that only the server needs. Specification 13. */
export const exportEndpoints = addInputs(exportApi, {
  listDataExports: { params: dataExportApplianceParams, refusals: ['not-found', 'not-owner'] },
  requestDataExport: {
    params: dataExportApplianceParams,
    body: dataExportRequest,
    refusals: ['not-found', 'not-owner', 'exports-open'],
  },
  downloadDataExport: { params: dataExportFileParams, refusals: ['not-found'] },
  readExportChart: { params: dataExportApplianceParams, query: chartRange, refusals: ['not-found', 'not-owner'] },
})
