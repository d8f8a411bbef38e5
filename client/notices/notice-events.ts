import { createAction, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import type { EmailStatus } from '#contract/notice-settings.ts'

/**
 * Dispatched when the server announces that the notices changed. This file is separate from the slice, which is
 * loaded with the bell.
 */
export const noticesPushed = createAction('notices/pushed')

/** The type of the command that confirms an email address. The command itself is loaded with the settings. */
export const verifyEmailCommandType = 'notice-settings/verify-email'

/** Whether the command `verifyEmailCommandType` succeeded: it sent a code, or confirmed the address. */
export function isVerifyEmailSuccess(action: UnknownAction): action is PayloadAction<EmailStatus> {
  return action.type === `${verifyEmailCommandType}/fulfilled`
}
