import * as z from 'zod/mini'
import { emailVerification, noticeSettings, pushAddress, pushSubscription } from './notice-settings.ts'
import { id } from './text.ts'
import { noticeSettingsApi } from './notice-settings-api.ts'
import { afterTerms, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `noticeSettingsApi` with the inputs and refusals that only the server needs. Specification 13. */
export const noticeSettingsEndpoints = {
  readNoticeSettings: { ...noticeSettingsApi.readNoticeSettings, ...afterTerms },
  changeNoticeSettings: { ...noticeSettingsApi.changeNoticeSettings, ...afterTerms, body: noticeSettings },
  addPushSubscription: { ...noticeSettingsApi.addPushSubscription, ...afterTerms, body: pushSubscription },
  listPushSubscriptions: { ...noticeSettingsApi.listPushSubscriptions, ...afterTerms },
  removePushBrowser: {
    ...noticeSettingsApi.removePushBrowser,
    ...afterTerms,
    params: z.object({ id }),
    refusals: ['not-found'],
  },
  removePushSubscription: {
    ...noticeSettingsApi.removePushSubscription,
    ...afterTerms,
    body: pushAddress,
    refusals: ['not-found'],
  },
  verifyEmail: { ...noticeSettingsApi.verifyEmail, ...afterTerms, body: emailVerification },
} as const satisfies Record<keyof typeof noticeSettingsApi, ServedEndpoint>
