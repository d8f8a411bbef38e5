import { useCallback, useState } from 'react'
import type { DeliveryAttemptResult, PartnerDelivery } from '#contract/partner-webhooks.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureCallout, FailureNote } from '#client/ui/callout/callout.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useLoadEffect } from '#client/use-loaded-value.ts'
import { refusalCodeOf, brokenRulesOfFailure } from './broken-rules.ts'
import { loadDeliveries, resendWebhookDelivery } from './developer-calls.ts'
import {
  deliveryStateTexts,
  describeDeliveryAttempt,
  refusalSentenceOf,
  describeDeliveryAttempts,
  developerTexts,
} from './developer-texts.ts'
import styles from './developers.module.css'

type DeliveriesState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'read'; deliveries: readonly PartnerDelivery[] }

const tones: Readonly<Record<PartnerDelivery['state'], ChipTone>> = {
  WAITING: 'warning',
  DELIVERED: 'ok',
  FAILED: 'danger',
}

/** Lists the newest webhook deliveries of a program. */
export function DeliveryLog({ programId }: { programId: string }) {
  const dispatch = useCallDispatch()
  const [state, setState] = useState<DeliveriesState>({ kind: 'loading' })

  const readLog = useCallback(async () => {
    const answer = await dispatch(loadDeliveries(programId))
    const isRead = loadDeliveries.fulfilled.match(answer)
    setState(isRead ? { kind: 'read', deliveries: answer.payload } : { kind: 'failed' })
  }, [dispatch, programId])

  useLoadEffect(readLog)

  if (state.kind === 'loading') return <CentredSpinner label={developerTexts.deliveriesLoading} />
  if (state.kind === 'failed')
    return (
      <FailureCallout retryLabel={developerTexts.tryAgain} onRetry={readLog}>
        {developerTexts.deliveriesFailed}
      </FailureCallout>
    )
  return (
    <div className={styles.stack}>
      {state.deliveries.length === 0 && <p className={styles.muted}>{developerTexts.noDeliveries}</p>}
      {state.deliveries.length > 0 && (
        <ul className={rows.list} aria-label={developerTexts.deliveries}>
          {state.deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} programId={programId} onSent={readLog} />
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" pendingLabel={developerTexts.working} onPress={readLog}>
          {developerTexts.refresh}
        </Button>
      </div>
    </div>
  )
}

type DeliveryProps = { delivery: PartnerDelivery; programId: string; onSent(): Promise<void> }

function Delivery({ delivery, programId, onSent }: DeliveryProps) {
  const dispatch = useCallDispatch()
  const [failure, setFailure] = useState<string | null>(null)
  const { id, type, state, tries, triedAt, status, answer, dueAt, results } = delivery

  async function sendAgain(): Promise<void> {
    setFailure(null)
    const action = await dispatch(resendWebhookDelivery({ programId, deliveryId: id }))
    if (resendWebhookDelivery.fulfilled.match(action)) return onSent()
    setFailure(brokenRulesOfFailure(action.payload)?.['state'] ?? refusalSentenceOf(refusalCodeOf(action.payload)))
  }

  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <code>{type}</code>
        <p className={styles.muted}>{describeDeliveryAttempts({ tries, triedAt, status, dueAt })}</p>
        {answer !== null && answer !== '' && <pre className={styles.code}>{answer}</pre>}
        <EarlierTries results={results.slice(1)} />
        <FailureNote>{failure}</FailureNote>
      </div>
      <Chip tone={tones[state]}>{deliveryStateTexts[state]}</Chip>
      {state !== 'WAITING' && (
        <Button variant="quiet" pendingLabel={developerTexts.working} onPress={sendAgain}>
          {developerTexts.resend}
        </Button>
      )}
    </li>
  )
}

function EarlierTries({ results }: { results: readonly DeliveryAttemptResult[] }) {
  if (results.length === 0) return null
  return (
    <Details label={developerTexts.earlierTries}>
      <ol className={styles.stack}>
        {results.map((result, index) => (
          <li key={index}>
            <p className={styles.muted}>{describeDeliveryAttempt(result)}</p>
            {result.answer !== '' && <pre className={styles.code}>{result.answer}</pre>}
          </li>
        ))}
      </ol>
    </Details>
  )
}
