import { useState } from 'react'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { saveAskFirst } from './access-calls.ts'
import { accessFailureMessage } from './access-words.ts'

export type AskFirstCheckboxProps = { applianceId: string; askFirst: boolean; onChanged(): Promise<void> }

/**
 * The checkbox that sets whether the portal asks the owner before a person with the codes gets access. Specification
 * 26.12.
 */
export function AskFirstCheckbox({ applianceId, askFirst, onChanged }: AskFirstCheckboxProps) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<MessageId | null>(null)

  async function change(isOn: boolean): Promise<void> {
    if (wanted !== null) return
    setWanted(isOn)
    setFailure(null)
    const answer = await dispatch(saveAskFirst({ id: applianceId, askFirst: isOn }))
    if (!saveAskFirst.fulfilled.match(answer)) setFailure(accessFailureMessage(answer.payload))
    await onChanged()
    setWanted(null)
  }

  return (
    <div>
      <Checkbox
        value={wanted ?? askFirst}
        onChange={(isOn) => void change(isOn)}
        description={t('access.ask-first.text')}
      >
        {t('access.ask-first')}
      </Checkbox>
      <FailureNote>{failure && t(failure)}</FailureNote>
    </div>
  )
}
