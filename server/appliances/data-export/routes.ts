import { api } from '#contract/api.ts'
import type { AddEndpoint, AddFileEndpoint } from '#server/http/endpoints.ts'
import { readChart } from './chart/chart.ts'
import { type DownloadDependencies, openDownload } from './download.ts'
import { listDataExports } from './list.ts'
import { type RequestDependencies, requestExport } from './request.ts'

export type DataExportDependencies = RequestDependencies & DownloadDependencies

export type Adding = { add: AddEndpoint; addFile: AddFileEndpoint }

/** Exports under the EU Data Act. Specification 7, decisions 6. */
export function addDataExportRoutes({ add, addFile }: Adding, dependencies: DataExportDependencies): void {
  add(api.listDataExports, async ({ caller, params }) => listDataExports(dependencies, params.applianceId, caller))

  add(api.requestDataExport, async ({ caller, params, language, body }) =>
    requestExport(dependencies, { gatewayId: params.applianceId, subject: caller, language, body }),
  )

  addFile(api.downloadDataExport, async ({ caller, params }) =>
    openDownload(dependencies, { gatewayId: params.applianceId, fileId: params.fileId, subject: caller }),
  )

  add(api.readExportChart, async ({ caller, params, query }) =>
    readChart(dependencies, { gatewayId: params.applianceId, subject: caller, query }),
  )
}
