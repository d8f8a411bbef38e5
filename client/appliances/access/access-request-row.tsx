import type { OpenAccessRequest } from '#contract/access.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useMoments } from '#client/i18n/use-moments.ts'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { answerRequest } from './access-calls.ts'
import { AccessRow, CallButton } from './access-row.tsx'
import { accessFailureMessage, formatPersonName } from './access-words.ts'

export type AccessRequestRowProps = { applianceId: string; request: OpenAccessRequest; onChanged(): Promise<void> }

/** The request of a person with the codes. The buttons for both answers are equally prominent. Specification 26.12. */
export function AccessRequestRow({ applianceId, request, onChanged }: AccessRequestRowProps) {
  const { t } = useTexts()
  const { datedMoment } = useMoments()
  const dispatch = useCallDispatch()
  const { failure, attempt } = useAttempt(accessFailureMessage)

  async function settle(accept: boolean): Promise<void> {
    await attempt(dispatch(answerRequest({ id: applianceId, requestId: request.id, accept })).unwrap())
    await onChanged()
  }

  return (
    <AccessRow
      name={formatPersonName(request.name, t)}
      facts={[t('activity.access-requested'), datedMoment(request.at)]}
      actions={
        <>
          <CallButton label="join.accept" onPress={async () => settle(true)} />
          <CallButton label="join.decline" onPress={async () => settle(false)} />
        </>
      }
    >
      <FailureNote>{failure && t(failure)}</FailureNote>
    </AccessRow>
  )
}
