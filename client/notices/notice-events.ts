import { createAction } from '@reduxjs/toolkit'

/** The server told that there are notices to read; apart from the slice, which comes with the bell. */
export const noticesPushed = createAction('notices/pushed')
