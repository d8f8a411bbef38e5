import { useCallback, useState } from 'react'
import type { SharingConsentRequest } from '#contract/sharing.ts'
import type { CallFailure } from '#client/api-call.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { usePathParams } from '#client/router/router-context.ts'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLoadEffect } from '#client/use-loaded-value.ts'
import { loadSharingRequest } from './sharing-calls.ts'
import { SharingForm } from './sharing-form.tsx'

export { loadSharingTexts } from '#client/i18n/late-texts.ts'

type SharingState =
  | { kind: 'loading' }
  | { kind: 'open'; question: SharingConsentRequest }
  | { kind: 'over' }
  | { kind: 'failed' }

type SharingPageProps = {
  /** Loads an address of the authorization server. */
  leaveFor(address: string): void
}

/**
 * The page on which a person answers a third party's request for data. Nothing is shared before the answer.
 * Specification 27.3.
 */
export function SharingPage({ leaveFor }: SharingPageProps) {
  const { requestId = '' } = usePathParams()
  return <Question key={requestId} requestId={requestId} leaveFor={leaveFor} />
}

function Question({ requestId, leaveFor }: SharingPageProps & { requestId: string }) {
  const { t } = useTexts()
  const dispatch = useCallDispatch()
  const [state, setState] = useState<SharingState>({ kind: 'loading' })

  const readSharing = useCallback(async () => {
    const answer = await dispatch(loadSharingRequest(requestId))
    setState(
      loadSharingRequest.fulfilled.match(answer)
        ? { kind: 'open', question: answer.payload }
        : stateAfter(answer.payload),
    )
  }, [dispatch, requestId])

  useLoadEffect(readSharing)

  return (
    <>
      <PageHeading title={t('sharing.title')} />
      <Panel>
        {state.kind === 'loading' && <CentredSpinner label={t('sharing.loading')} />}
        {state.kind === 'failed' && <FailureCallout onRetry={readSharing}>{t('sharing.load-failed')}</FailureCallout>}
        {state.kind === 'over' && <QuestionOver />}
        {state.kind === 'open' && (
          <SharingForm
            requestId={requestId}
            question={state.question}
            onOver={() => setState({ kind: 'over' })}
            leaveFor={leaveFor}
          />
        )}
      </Panel>
    </>
  )
}

function stateAfter(failure: CallFailure | undefined): SharingState {
  return failure?.kind === 'refused' && failure.code === 'not-found' ? { kind: 'over' } : { kind: 'failed' }
}

function QuestionOver() {
  const { t } = useTexts()
  return (
    <>
      <p>{t('sharing.over')}</p>
      <LinkButton variant="secondary" href="/appliances">
        {t('sharing.to-appliances')}
      </LinkButton>
    </>
  )
}
