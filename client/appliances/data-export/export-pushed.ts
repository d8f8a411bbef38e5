import { createAction } from '@reduxjs/toolkit'
import type { ExportNotification } from '#contract/push.ts'

/** The server told how far a request has come; apart from the slice, which is loaded with its page. */
export const exportPushed = createAction<ExportNotification>('dataExports/exportPushed')
