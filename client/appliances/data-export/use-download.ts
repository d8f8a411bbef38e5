import { useEffect, useRef, useState } from 'react'
import { exportApi } from '#contract/export-api.ts'
import type { ExportFile } from '#contract/data-export.ts'
import type { OpenFile } from '#client/api.ts'
import { download, DownloadError } from './download.ts'

/** How far the download of a file has come; `percent` in whole numbers. */
export type DownloadState =
  | { kind: 'idle' }
  | { kind: 'running'; percent: number }
  | { kind: 'saved' }
  | { kind: 'failed'; reason: 'broken' | 'gone' }

export type DownloadControl = { state: DownloadState; start(): void; cancel(): void }

export type DownloadInput = { applianceId: string; file: ExportFile; openFile: OpenFile }

/** The download of one file; it ends when the page is left. */
export function useDownload({ applianceId, file, openFile }: DownloadInput): DownloadControl {
  const [state, setState] = useState<DownloadState>({ kind: 'idle' })
  const person = useRef<AbortController | null>(null)
  useEffect(() => () => person.current?.abort(), [])

  async function run({ signal }: AbortController): Promise<void> {
    const bytes = file.bytes ?? 0
    const params = { applianceId, fileId: file.id }
    setState({ kind: 'running', percent: 0 })
    try {
      const whole = await download(
        {
          open: (headers, end) => openFile(exportApi.downloadDataExport, { params, headers, signal: end }),
          onProgress: (read) => setState((before) => progressed(before, Math.floor((read / bytes) * 100))),
          signal,
        },
        bytes,
      )
      saveFile(whole, file.name)
      setState({ kind: 'saved' })
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error
      setState(error.reason === 'cancelled' ? { kind: 'idle' } : { kind: 'failed', reason: error.reason })
    }
  }

  return {
    state,
    start() {
      if (state.kind === 'running') return
      person.current = new AbortController()
      void run(person.current)
    },
    cancel: () => person.current?.abort(),
  }
}

/** The same state while the per cent is the same: a large file comes in thousands of pieces. */
function progressed(before: DownloadState, percent: number): DownloadState {
  return before.kind === 'running' && before.percent === percent ? before : { kind: 'running', percent }
}

const keptMs = 60_000

/** Hands a file to the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  // The browser reads it after the click; how long that takes it does not say.
  setTimeout(() => URL.revokeObjectURL(href), keptMs)
}
