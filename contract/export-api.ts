import { dataExport, dataExportList, dataExportChart } from './data-export.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about data exports. Specification 13. */
export const exportApi = {
  listDataExports: {
    method: 'GET',
    path: '/api/2/eu-data-act/:applianceId/requests',
    access: 'resource',
    answer: dataExportList,
  },
  requestDataExport: {
    method: 'POST',
    path: '/api/2/eu-data-act/:applianceId/requests',
    access: 'resource',
    answer: dataExport,
  },
  downloadDataExport: {
    method: 'GET',
    path: '/api/2/eu-data-act/:applianceId/files/:fileId',
    access: 'resource',
    answer: 'file',
  },
  readExportChart: {
    method: 'GET',
    path: '/api/2/eu-data-act/:applianceId/chart',
    access: 'resource',
    answer: dataExportChart,
  },
} as const satisfies Record<string, Endpoint>
