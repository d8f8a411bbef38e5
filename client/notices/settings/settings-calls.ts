import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import type { MailStanding, NoticeSettings, NoticeStanding } from '#contract/notice-settings.ts'
import { createCallThunk } from '#client/call-thunk.ts'

export const readNoticeSettings = createCallThunk<NoticeStanding>('notice-settings/read', async (_, { call }) =>
  call(noticeSettingsApi.readNoticeSettings),
)

export const changeNoticeSettings = createCallThunk<NoticeStanding, NoticeSettings>(
  'notice-settings/change',
  async (body, { call }) => call(noticeSettingsApi.changeNoticeSettings, { body }),
)

/** With null a code is sent, with a code the address is confirmed. */
export const verifyEmail = createCallThunk<MailStanding, string | null>(
  'notice-settings/verify-email',
  async (code, { call }) => call(noticeSettingsApi.verifyEmail, { body: code === null ? {} : { code } }),
)
