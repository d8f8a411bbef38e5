import { useState } from 'react'
import {
  type ApplianceChoices,
  type ChannelChoice,
  type NoticeSettings,
  type NoticeSettingsAnswer,
  defaultNoticeChoices,
} from '#contract/notice-settings.ts'
import type { NoticeCategory, NoticeChannel } from '#contract/notices.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { Select } from '#client/ui/select/select.tsx'
import text from '#client/styles/text.module.css'
import styles from './notice-settings.module.css'

export type ApplianceOption = { id: string; name: string }

export type ChannelChoicesPartProps = {
  standing: NoticeSettingsAnswer
  appliances: readonly ApplianceOption[]
  onChange(changed: Partial<NoticeSettings>): void
}

const ofAppliance = ['heating', 'service', 'data', 'people'] as const

/**
 * The choice of categories and channels: which notices the person gets by which channel, for all appliances or for one
 * appliance.
 */
export function ChannelChoicesPart({ standing, appliances, onChange }: ChannelChoicesPartProps) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState('')
  const { choices, channels } = standing
  const own = standing.appliances.find(({ connectionId }) => connectionId === chosen)
  const others = standing.appliances.filter(({ connectionId }) => connectionId !== chosen)
  const isOfOne = chosen !== ''

  function toggleOwn(isOwn: boolean): void {
    const { security: _, ...ofOne } = choices
    const addedChoice = { connectionId: chosen, choices: ofOne }
    onChange({ appliances: isOwn ? [...others, addedChoice] : others })
  }

  function choose(category: keyof ApplianceChoices, choice: ChannelChoice): void {
    if (!own) return onChange({ choices: { ...choices, [category]: choice } })
    onChange({ appliances: [...others, { ...own, choices: { ...own.choices, [category]: choice } }] })
  }

  return (
    <>
      {appliances.length > 0 && <ApplianceSelect appliances={appliances} value={chosen} onChange={setChosen} />}
      {isOfOne && (
        <Checkbox value={own !== undefined} onChange={toggleOwn}>
          {t('notice-settings.own-choices')}
        </Checkbox>
      )}
      {ofAppliance.map((category) => (
        <Category
          key={category}
          category={category}
          channels={channels}
          choice={(own?.choices ?? choices)[category] ?? defaultNoticeChoices[category]}
          isFixed={() => isOfOne && !own}
          onChange={(choice) => choose(category, choice)}
        />
      ))}
      {!isOfOne && (
        <Category
          category="security"
          channels={channels}
          choice={choices.security}
          isFixed={(channel) => channel !== 'push'}
          onChange={(security) => onChange({ choices: { ...choices, security } })}
        />
      )}
    </>
  )
}

type ApplianceSelectProps = { appliances: readonly ApplianceOption[]; value: string; onChange(id: string): void }

function ApplianceSelect({ appliances, value, onChange }: ApplianceSelectProps) {
  const { t } = useTexts()
  return (
    <Select
      label={t('notice-settings.for')}
      options={[
        { value: '', label: t('notice-settings.for-all') },
        ...appliances.map((appliance) => ({ value: appliance.id, label: appliance.name })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

type CategoryProps = {
  category: NoticeCategory
  channels: readonly NoticeChannel[]
  choice: ChannelChoice
  isFixed(channel: NoticeChannel): boolean
  onChange(choice: ChannelChoice): void
}

function Category({ category, channels, choice, isFixed, onChange }: CategoryProps) {
  const { t } = useTexts()
  return (
    <fieldset className={styles.category}>
      <legend className={styles.label}>{t(`notice-settings.category.${category}`)}</legend>
      <p className={text.muted}>{t(`notice-settings.category.${category}.text`)}</p>
      <div className={styles.channels}>
        {channels.map((channel) => (
          <Checkbox
            key={channel}
            value={choice[channel]}
            isDisabled={isFixed(channel)}
            onChange={(isChecked) => onChange({ ...choice, [channel]: isChecked })}
          >
            {t(`notice-settings.channel.${channel}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
