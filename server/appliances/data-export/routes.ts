import { api } from '#contract/api.ts'
import type { AddEndpoint, AddFileEndpoint } from '#server/http/endpoints.ts'
import { createTurns, readChart } from './chart/chart.ts'
import { type DownloadDependencies, openDownload } from './download.ts'
import { listDataExports } from './data-exports.ts'
import { type RequestDependencies, requestExport } from './request-export.ts'

export type DataExportDependencies = RequestDependencies & DownloadDependencies

export type EndpointAdders = { add: AddEndpoint; addFile: AddFileEndpoint }

/** Exports under the EU Data Act. Specification 7 and 15. */
export function addDataExportRoutes({ add, addFile }: EndpointAdders, dependencies: DataExportDependencies): void {
  add(api.listDataExports, async ({ caller, params }) => listDataExports(dependencies, params.applianceId, caller))

  add(api.requestDataExport, async ({ caller, params, language, body }) =>
    requestExport(dependencies, { gatewayId: params.applianceId, subject: caller, language, body }),
  )

  addFile(api.downloadDataExport, async ({ caller, params }) =>
    openDownload(dependencies, { gatewayId: params.applianceId, fileId: params.fileId, subject: caller }),
  )

  const takeTurn = createTurns()
  add(api.readExportChart, async ({ caller, params, query }) =>
    readChart({ ...dependencies, takeTurn }, { gatewayId: params.applianceId, subject: caller, query }),
  )
}
