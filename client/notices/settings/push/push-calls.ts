import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import type { PushSubscriptionBody } from '#contract/notice-settings.ts'
import { createCommand, confirmDeletionIfGone, isResourceGone } from '#client/command.ts'

// A repeated request to add or remove a subscription has no further effect, so the page repeats the request after a
// lost answer.

export const sendPushSubscription = createCommand<unknown, PushSubscriptionBody>('notices/push-on', {
  send: async (body, { call }, { key }) => call(noticeSettingsApi.addPushSubscription, { body, key }),
  find: async (body, { call }, { key }) => ({
    result: await call(noticeSettingsApi.addPushSubscription, { body, key }),
  }),
})

export const deletePushSubscription = createCommand<unknown, string>('notices/push-off', {
  send: async (endpoint, { call }) => call(noticeSettingsApi.removePushSubscription, { body: { endpoint } }),
  find: async (endpoint, { call }) => {
    await isResourceGone(async () => call(noticeSettingsApi.removePushSubscription, { body: { endpoint } }))
    return confirmDeletionIfGone(true)
  },
})

/** Removes another browser of the person by its id in the list. */
export const deletePushBrowser = createCommand<unknown, string>('notices/push-browser-remove', {
  send: async (id, { call }) => call(noticeSettingsApi.removePushBrowser, { params: { id } }),
  find: async (id, { call }) => {
    const { items } = await call(noticeSettingsApi.listPushSubscriptions)
    return confirmDeletionIfGone(items.every((one) => one.id !== id))
  },
})
