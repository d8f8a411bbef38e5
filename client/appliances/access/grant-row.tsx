import { useState } from 'react'
import type { SharedGrant } from '#contract/access.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { formatLongDay } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { MessageId } from '#client/i18n/message-types.ts'
import { ControlSubjectProvider } from '#client/interaction/control-subject.ts'
import { UnknownOutcomeNote } from '#client/unknown-outcome-note.tsx'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { endGrantAccess } from './access-calls.ts'
import { accessFailureMessage } from './access-words.ts'
import styles from './access.module.css'
import { Facts } from './facts.tsx'

export type GrantRowProps = {
  applianceId: string
  grant: SharedGrant
  mayManage: boolean
  onChanged(): Promise<void>
}

/** A client (a third party's program) that may read the appliance. Specification 27.4. */
export function GrantRow({ applianceId, grant, mayManage, onChanged }: GrantRowProps) {
  const { t, locale } = useTexts()
  const dispatch = useCallDispatch()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<MessageId | null>(null)
  const name = isolateNameDirection(grant.clientName)
  const nameId = `grant-${grant.id}`
  const facts = [
    ...(grant.companyName === null ? [] : [isolateNameDirection(grant.companyName)]),
    grant.datatypes.map((datatype) => t(`sharing.datatype.${datatype}`)).join(', '),
    t(`sharing.purpose.${grant.purpose}`),
    t('access.ends', { day: formatLongDay(grant.until, locale) }),
  ]

  async function end(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(endGrantAccess({ id: applianceId, grantId: grant.id }))
    if (!endGrantAccess.fulfilled.match(answer)) return setFailure(accessFailureMessage(answer.payload))
    setAsking(false)
    await onChanged()
  }

  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={styles.name} id={nameId}>
          {name}
        </p>
        <Facts facts={facts} />
        {grant.isSuspended && <p className={styles.muted}>{t('access.grant.suspended')}</p>}
      </div>
      {mayManage && (
        <ControlSubjectProvider value={nameId}>
          <div className={styles.actions}>
            <Button variant="secondary" onPress={() => setAsking(true)}>
              {t('access.remove')}
            </Button>
          </div>
        </ControlSubjectProvider>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('access.remove.title', { name })}
        confirmLabel={t('access.remove')}
        pendingLabel={t('access.working')}
        isDangerous
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        <p>{t('access.grant.end')}</p>
        <FailureNote>{failure && t(failure)}</FailureNote>
        <UnknownOutcomeNote of={endGrantAccess} />
      </ConfirmDialog>
    </li>
  )
}
