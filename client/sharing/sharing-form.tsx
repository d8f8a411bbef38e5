import { useState } from 'react'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { sharingApi } from '#contract/sharing-api.ts'
import { sharingEndMessageIdOf, sharingTextOf } from '#contract/sharing-text.ts'
import type { SharingConsentRequest } from '#contract/sharing.ts'
import { isRefusedWith } from '#client/api-call.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { describeCompany } from '#client/i18n/describe-company.ts'
import { formatLongDay } from '#client/i18n/format.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { useShownTextDigest } from '#client/use-shown-text-digest.ts'
import { Button } from '#client/ui/button/button.tsx'
import { Callout, FailureNote } from '#client/ui/callout/callout.tsx'
import { CheckboxGroup } from '#client/ui/checkbox-group/checkbox-group.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import text from '#client/styles/text.module.css'
import { describeSharingDifference } from './sharing-difference.ts'
import { sharedApplianceLabelOf, describeHistoryMonths } from './sharing-words.ts'
import styles from './sharing.module.css'

type SharingFormProps = {
  requestId: string
  question: SharingConsentRequest
  /** Called if the request was answered on another page or has expired. */
  onOver(): void
  leaveFor(address: string): void
}

/** The consent form: who requests access, to which data, until when and why. Initially no appliance is selected. */
export function SharingForm({ requestId, question, onOver, leaveFor }: SharingFormProps) {
  const { t, locale } = useTexts()
  const { call } = useCallDependencies()
  const [chosen, setChosen] = useState<string[]>([])
  const [isChoiceMissing, setChoiceMissing] = useState(false)
  const { failure, attempt, reset } = useAttempt((refusal) => {
    if (!isRefusedWith(refusal, 'not-found')) return 'sharing.answer-failed'
    onOver()
    return null
  })
  const { client, appliances } = question
  const shownTextDigest = useShownTextDigest(sharingTextOf(question, t))

  function describe(before: NonNullable<SharingConsentRequest['appliances'][number]['shared']>): string {
    const difference = describeSharingDifference(question, before, { t, locale })
    return [t('sharing.already'), difference].filter((part) => part !== '').join(' · ')
  }

  async function answer(accept: boolean): Promise<void> {
    const isMissing = accept && chosen.length === 0
    setChoiceMissing(isMissing)
    reset()
    if (isMissing) return
    const decision = { accept, connectionIds: accept ? chosen : [] }
    const body = { ...decision, ...(shownTextDigest && { shown: shownTextDigest }) }
    const answered = await attempt(call(sharingApi.answerSharing, { params: { requestId }, body }))
    if (answered) leaveFor(answered.result.continueUrl)
  }

  return (
    <div className={styles.form}>
      <AskingClient client={client} />
      <RequestedData question={question} />
      {appliances.length === 0 ? (
        <Callout tone="info" action={<LinkButton href="/appliances">{t('sharing.to-appliances')}</LinkButton>}>
          {t('sharing.none')}
        </Callout>
      ) : (
        <CheckboxGroup
          label={t('sharing.appliances')}
          options={appliances.map((one) => ({
            value: one.id,
            label: sharedApplianceLabelOf(one, t),
            ...(one.shared && { description: describe(one.shared) }),
          }))}
          value={chosen}
          onChange={setChosen}
          error={isChoiceMissing ? t('sharing.choose') : undefined}
        />
      )}
      <p className={text.small}>{t(sharingEndMessageIdOf(client))}</p>
      <p className={text.small}>{t('sharing.recipient', { name: isolateNameDirection(client.name) })}</p>
      <FailureNote>{failure && t(failure)}</FailureNote>
      <div className={styles.actions}>
        <Button variant="secondary" pendingLabel={t('sharing.pending')} onPress={() => answer(true)}>
          {t('sharing.share')}
        </Button>
        <Button variant="secondary" pendingLabel={t('sharing.pending')} onPress={() => answer(false)}>
          {t('sharing.decline')}
        </Button>
      </div>
    </div>
  )
}

function AskingClient({ client }: Pick<SharingConsentRequest, 'client'>) {
  const { t, locale } = useTexts()
  const { name, companyName, registerNumber, country, isSandbox } = client
  return (
    <>
      <p>{t('sharing.who', { name: isolateNameDirection(name) })}</p>
      {companyName !== null && <p>{describeCompany({ name: companyName, registerNumber, country }, { t, locale })}</p>}
      {isSandbox && <Callout tone="info">{t('sharing.sandbox')}</Callout>}
    </>
  )
}

function RequestedData({ question }: { question: SharingConsentRequest }) {
  const { t, locale } = useTexts()
  const { datatypes, historyMonths, purpose, until } = question
  return (
    <dl className={styles.facts}>
      <dt>{t('sharing.data')}</dt>
      {datatypes.map((datatype) => (
        <dd key={datatype}>{t(`sharing.datatype.${datatype}`)}</dd>
      ))}
      {datatypes.includes('history') && <dd>{describeHistoryMonths(historyMonths, t)}</dd>}
      <dt>{t('sharing.purpose')}</dt>
      <dd>{t(`sharing.purpose.${purpose}`)}</dd>
      <dt>{t('sharing.until')}</dt>
      <dd>{formatLongDay(until, locale)}</dd>
    </dl>
  )
}
