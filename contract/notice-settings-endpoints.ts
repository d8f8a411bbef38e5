import * as z from 'zod/mini'
import { emailVerification, noticeSettings, pushAddress, pushSubscription } from './notice-settings.ts'
import { id } from './text.ts'
import { noticeSettingsApi } from './notice-settings-api.ts'
import { termsRequired, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `noticeSettingsApi` with the inputs and refusals that only the server needs. Specification 13. */
export const noticeSettingsEndpoints = {
  readNoticeSettings: { ...noticeSettingsApi.readNoticeSettings, ...termsRequired },
  changeNoticeSettings: { ...noticeSettingsApi.changeNoticeSettings, ...termsRequired, body: noticeSettings },
  addPushSubscription: { ...noticeSettingsApi.addPushSubscription, ...termsRequired, body: pushSubscription },
  listPushSubscriptions: { ...noticeSettingsApi.listPushSubscriptions, ...termsRequired },
  removePushBrowser: {
    ...noticeSettingsApi.removePushBrowser,
    ...termsRequired,
    params: z.object({ id }),
    refusals: ['not-found'],
  },
  removePushSubscription: {
    ...noticeSettingsApi.removePushSubscription,
    ...termsRequired,
    body: pushAddress,
    refusals: ['not-found'],
  },
  verifyEmail: { ...noticeSettingsApi.verifyEmail, ...termsRequired, body: emailVerification },
} as const satisfies Record<keyof typeof noticeSettingsApi, ServedEndpoint>
