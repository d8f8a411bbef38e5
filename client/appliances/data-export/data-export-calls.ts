import { api } from '#contract/api.ts'
import type { ChartRange, DataExport, DataExportList, ExportChart, ExportRequest } from '#contract/data-export.ts'
import { createApplianceThunk } from '../appliance-calls.ts'

/** The requests of an appliance. Specification 4.13. */
export const loadDataExports = createApplianceThunk<DataExportList, string>(
  'dataExports/load',
  async (applianceId, extra) => extra.call(api.listDataExports, { params: { applianceId } }),
)

export type ExportWish = { applianceId: string; request: ExportRequest }

/** The same request again, while it is under way, answers that one. */
export const requestDataExport = createApplianceThunk<DataExport, ExportWish>(
  'dataExports/request',
  async ({ applianceId, request }, extra) =>
    extra.call(api.requestDataExport, { params: { applianceId }, body: request }),
)

export type ChartWish = { applianceId: string; range: ChartRange }

/** What a range holds, as a chart; the store does not keep it. */
export const readExportChart = createApplianceThunk<ExportChart, ChartWish>(
  'dataExports/chart',
  async ({ applianceId, range }, extra) => extra.call(api.readExportChart, { params: { applianceId }, query: range }),
)
