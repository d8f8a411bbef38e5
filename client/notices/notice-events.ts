import { createAction } from '@reduxjs/toolkit'

/** The server announced new notices. Separate from the slice, which is loaded with the bell. */
export const noticesPushed = createAction('notices/pushed')
