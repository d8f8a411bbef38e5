import { createSlice } from '@reduxjs/toolkit'
import { exportApi } from '#contract/export-api.ts'
import type { DataExport, DataExportList, ExportRequest } from '#contract/data-export.ts'
import type { ExportNotification } from '#contract/event-bus.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand, confirmChangeIfDone } from '#client/command.ts'
import { isSameJson } from '#client/is-same-json.ts'
import { exportPushed } from '../state/appliance-events.ts'
import { toFailedProgress, idleProgress, loadingProgress, type RequestProgress } from '../state/appliances-state.ts'

/** Loads the export requests of an appliance. Specification 4.13. */
export const loadDataExports = createCallThunk<DataExportList, string>('dataExports/load', async (applianceId, extra) =>
  extra.call(exportApi.listDataExports, { params: { applianceId } }),
)

type RequestedExport = { applianceId: string; request: ExportRequest }

/** Requests an export. If the same export is already being made, the server answers with the earlier request. */
export const requestDataExport = createCommand<DataExport, RequestedExport, WithDataExports, readonly string[]>(
  'dataExports/request',
  {
    before: ({ applianceId }, { dataExports }) => dataExports[applianceId]?.list?.items.map(({ id }) => id) ?? [],
    send: async ({ applianceId, request }, { call }, { key }) =>
      call(exportApi.requestDataExport, { params: { applianceId }, body: request, key }),
    find: async ({ applianceId, request }, { call }, { before }) => {
      const { items } = await call(exportApi.listDataExports, { params: { applianceId } })
      const same = items.filter((item) => isWanted(item, request))
      // `NOT_READY`: the server answered with the earlier request for the same export.
      return confirmChangeIfDone(same[0], ({ id, state }) => !before.includes(id) || state === 'NOT_READY')
    },
  },
)

function isWanted({ from, to, sources }: DataExport, wanted: ExportRequest): boolean {
  const isRange = from === (wanted.from ?? from) && to === (wanted.to ?? to)
  return isRange && isSameJson(sources.toSorted(), wanted.sources.toSorted())
}

/** The export requests of one appliance, with the state of loading and of requesting. Specification 3.10. */
export type ApplianceExports = {
  /** The export requests; null until they are loaded. */
  list: DataExportList | null
  /** The state of the last load. A failure stays until its retry is answered. */
  loading: RequestProgress
  requesting: RequestProgress
  /** The id of the newest request for the list. The reducer ignores answers to older requests. */
  asked: string | null
}

export type DataExportsState = Record<string, ApplianceExports>

export const initialApplianceExports: ApplianceExports = {
  list: null,
  loading: idleProgress,
  requesting: idleProgress,
  asked: null,
}

const initialState: DataExportsState = {}

/** The EU Data Act requests of each appliance, with the state of loading and of requesting. Specification 3 and 4. */
export const dataExportsSlice = createSlice({
  name: 'dataExports',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      // Updates only the progress. If the pushed request has another state, the page reads the list again.
      .addCase(exportPushed, (state, { payload }) => {
        const shownRequest = findRequest(state, payload)
        if (shownRequest && shownRequest.state === payload.state) shownRequest.progress = payload.progress
      })
      .addCase(loadDataExports.pending, (state, { meta }) => {
        const { loading } = state[meta.arg] ?? initialApplianceExports
        updateRequests(state, meta.arg, {
          asked: meta.requestId,
          loading: loading.kind === 'failed' ? loading : loadingProgress,
        })
      })
      .addCase(loadDataExports.fulfilled, (state, { payload, meta }) => {
        if (state[meta.arg]?.asked === meta.requestId)
          updateRequests(state, meta.arg, { list: payload, loading: idleProgress })
      })
      .addCase(loadDataExports.rejected, (state, { payload, meta }) => {
        if (state[meta.arg]?.asked === meta.requestId)
          updateRequests(state, meta.arg, { loading: toFailedProgress(payload) })
      })
      .addCase(requestDataExport.pending, (state, { meta }) =>
        updateRequests(state, meta.arg.applianceId, { requesting: loadingProgress }),
      )
      .addCase(requestDataExport.fulfilled, (state, { payload, meta }) => {
        const { list } = state[meta.arg.applianceId] ?? initialApplianceExports
        updateRequests(state, meta.arg.applianceId, {
          requesting: idleProgress,
          list: list && withRequest(list, payload),
        })
      })
      .addCase(requestDataExport.rejected, (state, { payload, meta }) =>
        updateRequests(state, meta.arg.applianceId, { requesting: toFailedProgress(payload) }),
      ),
})

function updateRequests(state: DataExportsState, id: string, changes: Partial<ApplianceExports>): void {
  state[id] = { ...(state[id] ?? initialApplianceExports), ...changes }
}

function findRequest(state: DataExportsState, { resourceId, requestId }: ExportNotification): DataExport | undefined {
  return state[resourceId]?.list?.items.find(({ id }) => id === requestId)
}

function withRequest(list: DataExportList, request: DataExport): DataExportList {
  const others = list.items.filter(({ id }) => id !== request.id)
  return { ...list, items: [request, ...others], total: others.length + 1 }
}

/** The part of the page's state that belongs to this feature. */
export type WithDataExports = { dataExports: DataExportsState }

export function selectDataExports({ dataExports }: WithDataExports, id: string): ApplianceExports {
  return dataExports[id] ?? initialApplianceExports
}

/** Returns whether the list is loaded and has another state of the request than the notification. */
export function selectIsExportListOutdated(state: WithDataExports, notification: ExportNotification): boolean {
  const { list } = selectDataExports(state, notification.resourceId)
  return list !== null && findRequest(state.dataExports, notification)?.state !== notification.state
}
