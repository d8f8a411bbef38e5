import { useState } from 'react'
import { sharingApi } from '#contract/sharing-api.ts'
import type { SharingConsentRequest } from '#contract/sharing.ts'
import { type ApiCall, isRefusedWith } from '#client/api-call.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { usePathParams } from '#client/router/router-context.ts'
import { FailureCallout } from '#client/ui/callout/callout.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import { SharingForm } from './sharing-form.tsx'

export { loadSharingTexts } from '#client/i18n/late-texts.ts'

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

/** Reads the request by which a third party asks for data of the person's appliances. */
async function readSharing(call: ApiCall, requestId: string): Promise<SharingConsentRequest> {
  return call(sharingApi.readSharing, { params: { requestId } })
}

function Question({ requestId, leaveFor }: SharingPageProps & { requestId: string }) {
  const { t } = useTexts()
  const { value: question, hasFailed, failure, load } = useLoadedValue(readSharing, requestId)
  const [isAnswered, setAnswered] = useState(false)
  const isOver = isAnswered || isRefusedWith(failure, 'not-found')
  return (
    <>
      <PageHeading title={t('sharing.title')} />
      <Panel>
        {isOver && <QuestionOver />}
        {!isOver && hasFailed && <FailureCallout onRetry={load}>{t('sharing.load-failed')}</FailureCallout>}
        {!isOver && !hasFailed && question === null && <CentredSpinner label={t('sharing.loading')} />}
        {!isOver && question && <SharingForm {...{ requestId, question, leaveFor }} onOver={() => setAnswered(true)} />}
      </Panel>
    </>
  )
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
