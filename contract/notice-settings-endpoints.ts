import * as z from 'zod/mini'
import { emailVerification, noticeSettings, pushEndpointBody, pushSubscription } from './notice-settings.ts'
import { lowerCaseUuid } from './text-schemas.ts'
import { noticeSettingsApi } from './notice-settings-api.ts'
import { termsRequiredDefaults, type ServerEndpoint } from './endpoint.ts'

/** The endpoints of `noticeSettingsApi` with the inputs and refusals that only the server needs. Specification 13. */
export const noticeSettingsEndpoints = {
  readNoticeSettings: { ...noticeSettingsApi.readNoticeSettings, ...termsRequiredDefaults },
  changeNoticeSettings: { ...noticeSettingsApi.changeNoticeSettings, ...termsRequiredDefaults, body: noticeSettings },
  addPushSubscription: { ...noticeSettingsApi.addPushSubscription, ...termsRequiredDefaults, body: pushSubscription },
  listPushSubscriptions: { ...noticeSettingsApi.listPushSubscriptions, ...termsRequiredDefaults },
  removePushBrowser: {
    ...noticeSettingsApi.removePushBrowser,
    ...termsRequiredDefaults,
    params: z.object({ id: lowerCaseUuid }),
    refusals: ['not-found'],
  },
  removePushSubscription: {
    ...noticeSettingsApi.removePushSubscription,
    ...termsRequiredDefaults,
    body: pushEndpointBody,
    refusals: ['not-found'],
  },
  verifyEmail: { ...noticeSettingsApi.verifyEmail, ...termsRequiredDefaults, body: emailVerification },
} as const satisfies Record<keyof typeof noticeSettingsApi, ServerEndpoint>
