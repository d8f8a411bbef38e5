import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import type { PushSubscriptionKeys } from '#contract/notice-settings.ts'
import { createCommand, goneIf, isGone } from '#client/command.ts'

// No path reads the browsers of a person. Both requests may be repeated at will, so that repeating one finds out.

export const addSubscription = createCommand<unknown, PushSubscriptionKeys>('notices/push-on', {
  send: async (body, { call }, { key }) => call(noticeSettingsApi.addPushSubscription, { body, key }),
  find: async (body, { call }, { key }) => ({
    result: await call(noticeSettingsApi.addPushSubscription, { body, key }),
  }),
})

export const removeSubscription = createCommand<unknown, string>('notices/push-off', {
  send: async (endpoint, { call }) => call(noticeSettingsApi.removePushSubscription, { body: { endpoint } }),
  find: async (endpoint, { call }) => {
    await isGone(async () => call(noticeSettingsApi.removePushSubscription, { body: { endpoint } }))
    return goneIf(true)
  },
})
