import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import { noticeSettingsPath } from '#contract/pages.ts'
import type { EmailStatus, NoticeSettings, NoticeSettingsAnswer } from '#contract/notice-settings.ts'
import { useCallDependencies, useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { LazyPart } from '#client/ui/loaded-part/lazy-part.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLookup } from '#client/use-lookup.ts'
import { selectNotices, type WithNotices } from '../notices-slice.ts'
import { ChannelChoicesPart, type ApplianceOption } from './channel-choices-part.tsx'
import { MailAddressPart } from './mail-address-part.tsx'
import styles from './notice-settings.module.css'
import { PausePart } from './pause-part.tsx'
import { loadPushSwitch } from './push/load-push-switch.ts'
import { QuietHoursPart } from './quiet-hours-part.tsx'
import { changeNoticeSettings } from './settings-calls.ts'
import { useLinkTarget } from '#client/router/use-link-target.ts'
import text from '#client/styles/text.module.css'

export type NoticeSettingsPanelProps = { appliances: readonly ApplianceOption[] }

/** The settings of notices. Each change is saved immediately. Specification 23.7. */
export function NoticeSettingsPanel({ appliances }: NoticeSettingsPanelProps) {
  const { t } = useTexts()
  const { call } = useCallDependencies()
  const { answer, retry } = useLookup('settings', async () => call(noticeSettingsApi.readNoticeSettings))
  const heading = useLinkTarget<HTMLHeadingElement>(noticeSettingsPath)
  return (
    <Panel>
      <h2 id="notices" ref={heading} tabIndex={-1} className={styles.heading}>
        {t('notices.settings')}
      </h2>
      {answer.kind === 'loading' && <CentredSpinner label={t('notice-settings.loading')} />}
      {answer.kind === 'failed' && <FailureCallout onRetry={retry}>{t('notice-settings.load-failed')}</FailureCallout>}
      {answer.kind === 'there' && <Settings read={answer.value} appliances={appliances} />}
    </Panel>
  )
}

type SaveState = 'untouched' | 'saving' | 'saved' | 'failed'

function Settings({ read, appliances }: { read: NoticeSettingsAnswer } & NoticeSettingsPanelProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const { call } = useCallDependencies()
  const [standing, setStanding] = useState(read)
  const [saving, setSaving] = useState<SaveState>('untouched')
  /** The last save or read. The next one waits for its end, so that the person's last choice is stored last. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(0)
  const codeRequests = useRef(0)

  function change(changes: Partial<NoticeSettings>): void {
    const { choices, appliances: own, quietHours, pausedUntil } = { ...standing, ...changes }
    const settings = { choices, appliances: own, quietHours, pausedUntil }
    const turn = (latest.current += 1)
    setStanding({ ...standing, ...settings })
    setSaving('saving')
    queue.current = queue.current.then(async () => save(settings, turn))
  }

  async function save(settings: NoticeSettings, turn: number): Promise<void> {
    const action = await dispatch(changeNoticeSettings(settings))
    if (turn !== latest.current) return
    const isSaved = changeNoticeSettings.fulfilled.match(action)
    if (isSaved) setStanding(action.payload)
    setSaving(isSaved ? 'saved' : 'failed')
  }

  /**
   * Reads the settings again. Ignores the answer if the person changed a setting or requested a code during the read.
   */
  async function readAgain(turn: number): Promise<void> {
    const codes = codeRequests.current
    const again = await call(noticeSettingsApi.readNoticeSettings).catch(() => null)
    if (again && turn === latest.current && codes === codeRequests.current) setStanding(again)
  }

  function changeMail(mail: EmailStatus): void {
    codeRequests.current += 1
    setStanding((current) => ({ ...current, mail }))
  }

  useNoticeChanges(() => {
    queue.current = queue.current.then(async () => readAgain(latest.current))
  })

  const { channels } = standing
  const hasOtherChannels = channels.length > 1
  return (
    <div className={styles.settings}>
      <p className={text.muted}>{t('notice-settings.lead')}</p>
      <p>{t('notice-settings.emergency')}</p>
      <ChannelChoicesPart standing={standing} appliances={appliances} onChange={change} />
      {hasOtherChannels && (
        <QuietHoursPart value={standing.quietHours} onChange={(quietHours) => change({ quietHours })} />
      )}
      {hasOtherChannels && (
        <PausePart until={standing.pausedUntil} onChange={(pausedUntil) => change({ pausedUntil })} />
      )}
      {channels.includes('mail') && <MailAddressPart mail={standing.mail} onChange={changeMail} />}
      {standing.pushKey !== null && (
        <section className={styles.part}>
          <h3>{t('notice-settings.channel.push')}</h3>
          <LazyPart load={loadPushSwitch} props={{ pushKey: standing.pushKey }} />
        </section>
      )}
      <FailureNote>{saving === 'failed' && t('notice-settings.save-failed')}</FailureNote>
      <p aria-live="polite" className={text.muted}>
        {saving === 'saved' && t('notice-settings.saved')}
      </p>
    </div>
  )
}

/**
 * Calls `readSettings` after each request for the notices, because the settings may have changed on another page or by
 * a link in an email.
 */
function useNoticeChanges(readSettings: () => void): void {
  const asks = useSelector((state: WithNotices) => selectNotices(state).asks)
  const lastAsks = useRef(asks)
  const read = useEffectEvent(readSettings)
  useEffect(() => {
    if (lastAsks.current === asks) return
    lastAsks.current = asks
    read()
  }, [asks])
}
