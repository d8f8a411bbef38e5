import { useState } from 'react'
import type { InvitationPreview } from '#contract/access.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { CheckboxGroup } from '#client/ui/checkbox-group/checkbox-group.tsx'
import layout from '#client/styles/layout.module.css'
import { CallButton } from '../access-row.tsx'
import { formatPersonName } from '../access-words.ts'

export type HandoverQuestionProps = {
  preview: InvitationPreview
  /** The name of the present owner. `appliance` describes the appliance. */
  name: string
  appliance: string
  onAnswer(accept: boolean, keepPeople: readonly string[]): Promise<void>
}

/**
 * Asks the new owner to accept a hand-over: explains its effects, and has a choice of the people whose access
 * continues. Specification 26.10.
 */
export function HandoverQuestion({ preview: { keeps }, name, appliance, onAnswer }: HandoverQuestionProps) {
  const { t } = useTexts()
  const [kept, setKept] = useState<readonly string[]>([])
  return (
    <>
      <p>{t('join.handover.who', { name, appliance })}</p>
      <ul>
        <li>{t('join.handover.owner')}</li>
        <li>{t('join.handover.data')}</li>
        <li>{t('join.handover.companies')}</li>
      </ul>
      {keeps.length > 0 && (
        <CheckboxGroup
          label={t('join.handover.keeps')}
          options={keeps.map((person) => ({
            value: person.personRef,
            label: formatPersonName(person.name, t),
            description: t(`access.role.${person.role}`),
          }))}
          value={kept}
          onChange={setKept}
        />
      )}
      <div className={layout.actions}>
        <CallButton label="join.handover.accept" onPress={async () => onAnswer(true, kept)} />
        <CallButton label="join.decline" onPress={async () => onAnswer(false, [])} />
      </div>
    </>
  )
}
