import * as z from 'zod/mini'
import { emailVerification, noticeSettings, pushEndpointBody, pushSubscription } from './notice-settings.ts'
import { lowerCaseUuid } from './text-schemas.ts'
import { noticeSettingsApi } from './notice-settings-api.ts'
import { addInputs } from './endpoint.ts'

/** The endpoints of `noticeSettingsApi` with the inputs and refusals that only the server needs. Specification 13. */
export const noticeSettingsEndpoints = addInputs(noticeSettingsApi, {
  readNoticeSettings: {},
  changeNoticeSettings: { body: noticeSettings },
  addPushSubscription: { body: pushSubscription },
  listPushSubscriptions: {},
  removePushBrowser: { params: z.object({ id: lowerCaseUuid }), refusals: ['not-found'] },
  removePushSubscription: { body: pushEndpointBody, refusals: ['not-found'] },
  verifyEmail: { body: emailVerification },
})
