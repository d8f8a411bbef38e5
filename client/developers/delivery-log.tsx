import { programApi } from '#contract/program-api.ts'
import type { DeliveryAttemptResult, PartnerDelivery } from '#contract/partner-webhooks.ts'
import type { ApiCall } from '#client/api-call.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { useLoadedValue } from '#client/use-loaded-value.ts'
import layout from '#client/styles/layout.module.css'
import { brokenRulesOfFailure, describeRefusal } from './broken-rules.ts'
import { DeveloperLoadFailure } from './developer-load-failure.tsx'
import {
  deliveryStateTexts,
  describeDeliveryAttempt,
  describeDeliveryAttempts,
  developerTexts,
} from './developer-texts.ts'
import styles from './developers.module.css'

const tones: Readonly<Record<PartnerDelivery['state'], ChipTone>> = {
  WAITING: 'warning',
  DELIVERED: 'ok',
  FAILED: 'danger',
}

/** Lists the newest webhook deliveries of a program. */
export function DeliveryLog({ programId }: { programId: string }) {
  const { value: deliveries, hasFailed, load } = useLoadedValue(listDeliveries, programId)
  if (hasFailed) return <DeveloperLoadFailure onRetry={load}>{developerTexts.deliveriesFailed}</DeveloperLoadFailure>
  if (deliveries === null) return <CentredSpinner label={developerTexts.deliveriesLoading} />
  return (
    <div className={layout.stack}>
      {deliveries.length === 0 && <p className={styles.muted}>{developerTexts.noDeliveries}</p>}
      {deliveries.length > 0 && (
        <ul className={rows.list} aria-label={developerTexts.deliveries}>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} programId={programId} onSent={load} />
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" pendingLabel={developerTexts.working} onPress={load}>
          {developerTexts.refresh}
        </Button>
      </div>
    </div>
  )
}

async function listDeliveries(call: ApiCall, programId: string): Promise<readonly PartnerDelivery[]> {
  const { items } = await call(programApi.listProgramDeliveries, { params: { programId } })
  return items
}

type DeliveryProps = { delivery: PartnerDelivery; programId: string; onSent(): Promise<void> }

function Delivery({ delivery, programId, onSent }: DeliveryProps) {
  const { call } = useCallDependencies()
  const { failure, attempt } = useAttempt(
    (refusal) => brokenRulesOfFailure(refusal)?.['state'] ?? describeRefusal(refusal),
  )
  const { id, type, state, tries, triedAt, status, answer, dueAt, results } = delivery

  async function sendAgain(): Promise<void> {
    const params = { programId, deliveryId: id }
    if (await attempt(call(programApi.resendProgramDelivery, { params }))) await onSent()
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
      <ol className={layout.stack}>
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
