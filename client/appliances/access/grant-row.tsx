import { useState } from 'react'
import type { SharedGrant } from '#contract/access.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { CommandQuestion } from '#client/command-question.tsx'
import { formatLongDay } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import text from '#client/styles/text.module.css'
import { endGrantAccess } from './access-calls.ts'
import { AccessRow } from './access-row.tsx'
import { accessFailureMessage } from './access-words.ts'

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
  const { failure, attempt, reset } = useAttempt(accessFailureMessage)
  const name = isolateNameDirection(grant.clientName)

  function ask(): void {
    reset()
    setAsking(true)
  }

  async function end(): Promise<void> {
    if (!(await attempt(dispatch(endGrantAccess({ id: applianceId, grantId: grant.id })).unwrap()))) return
    setAsking(false)
    // The question does not wait for the reload, because its button would look pending while the dialog closes.
    void onChanged()
  }

  return (
    <AccessRow
      name={name}
      facts={[
        grant.companyName && isolateNameDirection(grant.companyName),
        grant.datatypes.map((datatype) => t(`sharing.datatype.${datatype}`)).join(', '),
        t(`sharing.purpose.${grant.purpose}`),
        t('access.ends', { day: formatLongDay(grant.until, locale) }),
      ]}
      actions={
        mayManage && (
          <Button variant="secondary" onPress={ask}>
            {t('access.remove')}
          </Button>
        )
      }
    >
      {grant.isSuspended && <p className={text.small}>{t('access.grant.suspended')}</p>}
      <CommandQuestion
        isOpen={isAsking}
        title={t('access.remove.title', { name })}
        confirmLabel={t('access.remove')}
        pendingLabel={t('access.working')}
        command={endGrantAccess}
        failure={failure}
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        <p>{t('access.grant.end')}</p>
      </CommandQuestion>
    </AccessRow>
  )
}
