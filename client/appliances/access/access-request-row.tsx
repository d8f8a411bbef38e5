import { useState } from 'react'
import type { OpenAccessRequest } from '#contract/access.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatDatedMoment, useNow } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { answerRequest } from './access-calls.ts'
import { accessFailureMessage } from './access-words.ts'
import styles from './access.module.css'

export type AccessRequestRowProps = { applianceId: string; request: OpenAccessRequest; onChanged(): Promise<void> }

/** The request of a person with the codes. The buttons for both answers are equally prominent. Specification 26.12. */
export function AccessRequestRow({ applianceId, request, onChanged }: AccessRequestRowProps) {
  const { t, locale } = useTexts()
  const dispatch = useCallDispatch()
  const now = useNow()
  const [failure, setFailure] = useState<MessageId | null>(null)
  const { id: requestId, name, at } = request
  const nameId = `request-${requestId}`

  async function settle(accept: boolean): Promise<void> {
    setFailure(null)
    const answer = await dispatch(answerRequest({ id: applianceId, requestId, accept }))
    if (!answerRequest.fulfilled.match(answer)) setFailure(accessFailureMessage(answer.payload))
    await onChanged()
  }

  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={styles.name} id={nameId}>
          {name === null ? t('access.nameless') : isolateNameDirection(name)}
        </p>
        <p className={styles.muted}>
          {[t('activity.access-requested'), formatDatedMoment(Date.parse(at), now, locale)].join(' · ')}
        </p>
        <FailureNote>{failure && t(failure)}</FailureNote>
      </div>
      <ControlSubjectProvider value={nameId}>
        <div className={styles.actions}>
          <Button variant="secondary" pendingLabel={t('access.working')} onPress={async () => settle(true)}>
            {t('join.accept')}
          </Button>
          <Button variant="secondary" pendingLabel={t('access.working')} onPress={async () => settle(false)}>
            {t('join.decline')}
          </Button>
        </div>
      </ControlSubjectProvider>
    </li>
  )
}
