import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import type { EmailStatus, NoticeSettings, NoticeSettingsAnswer } from '#contract/notice-settings.ts'
import { createCommand, confirmChangeIfDone } from '#client/command.ts'
import { isSameJson } from '#client/is-same-json.ts'
import { verifyEmailCommandType } from '#client/notices/notice-events.ts'

export const changeNoticeSettings = createCommand<NoticeSettingsAnswer, NoticeSettings>('notice-settings/change', {
  send: async (body, { call }) => call(noticeSettingsApi.changeNoticeSettings, { body }),
  find: async (settings, { call }) =>
    confirmChangeIfDone(await call(noticeSettingsApi.readNoticeSettings), (now) =>
      isSameJson(settingsOf(now), settingsOf(settings)),
    ),
})

/** Returns the settings in a form in which equal settings compare as equal, in any order of appliances. */
function settingsOf({ choices, appliances, quietHours, pausedUntil }: NoticeSettings) {
  return {
    choices,
    appliances: Object.fromEntries(appliances.map((each) => [each.connectionId, each.choices])),
    quietHours,
    pausedUntil: pausedUntil === null ? null : Date.parse(pausedUntil),
  }
}

/**
 * The input of the command. If `code` is null, the command requests a new code; otherwise it confirms the address.
 * `codeUntil`: the expiry of the previous code.
 */
type Verification = { code: string | null; codeUntil: string | null }

export const verifyEmail = createCommand<EmailStatus, Verification>(verifyEmailCommandType, {
  send: async ({ code }, { call }, { key }) =>
    call(noticeSettingsApi.verifyEmail, { body: code === null ? {} : { code }, key }),
  find: async ({ code, codeUntil: before }, { call }) => {
    const { mail } = await call(noticeSettingsApi.readNoticeSettings)
    const isSent = mail.codeUntil !== null && mail.codeUntil !== before
    return confirmChangeIfDone(mail, ({ unverified }) => unverified === null || (code === null && isSent))
  },
})
