import {
  chartRange,
  dataExport,
  dataExportList,
  exportApplianceId,
  exportChart,
  exportFileId,
  exportRequest,
} from './data-export.ts'
import type { Endpoint } from './endpoint.ts'

/** The paths of /api/2 about data exports. Specification 13. */
export const exportApi = {
  listDataExports: {
    method: 'GET',
    path: '/api/2/eu-data-act/:applianceId/requests',
    access: 'resource',
    terms: true,
    params: exportApplianceId,
    query: null,
    body: null,
    answer: dataExportList,
    refusals: ['not-found', 'not-owner'],
  },
  requestDataExport: {
    method: 'POST',
    path: '/api/2/eu-data-act/:applianceId/requests',
    access: 'resource',
    terms: true,
    params: exportApplianceId,
    query: null,
    body: exportRequest,
    answer: dataExport,
    refusals: ['not-found', 'not-owner', 'exports-open'],
  },
  downloadDataExport: {
    method: 'GET',
    path: '/api/2/eu-data-act/:applianceId/files/:fileId',
    access: 'resource',
    terms: true,
    params: exportFileId,
    query: null,
    body: null,
    answer: 'file',
    refusals: ['not-found'],
  },
  readExportChart: {
    method: 'GET',
    path: '/api/2/eu-data-act/:applianceId/chart',
    access: 'resource',
    terms: true,
    params: exportApplianceId,
    query: chartRange,
    body: null,
    answer: exportChart,
    refusals: ['not-found', 'not-owner'],
  },
} as const satisfies Record<string, Endpoint>
