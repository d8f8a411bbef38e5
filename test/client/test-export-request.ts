import type { DataExport, DataExportList } from '#contract/data-export.ts'

export const testApplianceId = '11111111-1111-4111-8111-111111111111'

/** Creates an export request in the format of the API. By default it is for all sources and not ready. */
export function createTestExportRequest(changes: Partial<DataExport> = {}): DataExport {
  return {
    id: '44444444-4444-4444-8444-444444444444',
    createdAt: '2026-03-01T14:00:00Z',
    from: '2026-01-01',
    to: '2026-03-01',
    sources: ['HEATLYTICS'],
    state: 'NOT_READY',
    progress: 0,
    expiresAt: null,
    files: [],
    ...changes,
  }
}

export function exportListOf(...items: DataExport[]): DataExportList {
  return { items, total: items.length, keptFrom: '2026-01-01' }
}
