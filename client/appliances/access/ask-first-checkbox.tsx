import { useState } from 'react'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Checkbox } from '#client/ui/checkbox/checkbox.tsx'
import { useAttempt } from '#client/use-attempt.ts'
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
  const { failure, attempt } = useAttempt(accessFailureMessage)

  async function change(isOn: boolean): Promise<void> {
    if (wanted !== null) return
    setWanted(isOn)
    await attempt(dispatch(saveAskFirst({ id: applianceId, askFirst: isOn })).unwrap())
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
