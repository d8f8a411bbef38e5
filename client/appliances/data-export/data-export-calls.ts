import { createAsyncThunk } from '@reduxjs/toolkit'
import { api } from '#contract/api.ts'
import type { ChartRange, DataExport, DataExportList, ExportChart, ExportRequest } from '#contract/data-export.ts'
import type { Failure } from '#client/api.ts'
import { type ApplianceParts, failureOf } from '../appliance-calls.ts'

const createCall = createAsyncThunk.withTypes<{ extra: ApplianceParts; rejectValue: Failure }>()

/** The requests of an appliance. Specification 4.13. */
export const loadDataExports = createCall<DataExportList, string>(
  'dataExports/load',
  async (applianceId, { extra, rejectWithValue }) =>
    extra
      .call(api.listDataExports, { params: { applianceId } })
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)

export type ExportWish = { applianceId: string; request: ExportRequest }

/** The same request again, while it is under way, answers that one. */
export const requestDataExport = createCall<DataExport, ExportWish>(
  'dataExports/request',
  async ({ applianceId, request }, { extra, rejectWithValue }) =>
    extra
      .call(api.requestDataExport, { params: { applianceId }, body: request })
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)

export type ChartWish = { applianceId: string; range: ChartRange }

/** What a range holds, as a chart; the store does not keep it. */
export const readExportChart = createCall<ExportChart, ChartWish>(
  'dataExports/chart',
  async ({ applianceId, range }, { extra, rejectWithValue }) =>
    extra
      .call(api.readExportChart, { params: { applianceId }, query: range })
      .catch((error: unknown) => rejectWithValue(failureOf(error))),
)
