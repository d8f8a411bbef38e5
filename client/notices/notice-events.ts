import { createAction, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import type { EmailStatus } from '#contract/notice-settings.ts'

/** The server announced new notices. Separate from the slice, which is loaded with the bell. */
export const noticesPushed = createAction('notices/pushed')

/** The command that confirms an address. It is loaded with the settings. */
export const verifyEmailType = 'notice-settings/verify-email'

/** The command sent a code, or confirmed the address. */
export function isEmailVerification(action: UnknownAction): action is PayloadAction<EmailStatus> {
  return action.type === `${verifyEmailType}/fulfilled`
}
