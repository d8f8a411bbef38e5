import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PartnerProgram } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Card } from '#client/ui/card/card.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { FormActions } from '#client/ui/form/form.tsx'
import { ApprovalForm } from './approval-form.tsx'
import { refusalCodeOf } from './broken-rules.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { replaceProgramSecret, removeProgram } from './developer-calls.ts'
import { PublicKeysForm } from './public-keys-form.tsx'
import { RedirectUrisForm } from './redirect-uris-form.tsx'
import { refusalSentenceOf, programStateTexts, developerTexts } from './developer-texts.ts'
import styles from './developers.module.css'

type ProgramCardProps = {
  program: PartnerProgram
  onChanged(program: PartnerProgram): void
  onDeleted(): void
  onSecret(clientSecret: string): void
}

const tones: Readonly<Record<PartnerProgram['state'], ChipTone>> = {
  sandbox: 'idle',
  requested: 'warning',
  approved: 'ok',
  refused: 'danger',
  suspended: 'danger',
}

/** Shows one program of the developer, with the actions that its state allows. */
export function ProgramCard({ program, onChanged, onDeleted, onSecret }: ProgramCardProps) {
  const { id, name, state, clientType, testAppliances } = program
  const [areDeliveriesOpen, setDeliveriesOpen] = useState(false)
  const isOpen = state !== 'refused' && state !== 'suspended'
  return (
    <Card title={name} chip={<Chip tone={tones[state]}>{programStateTexts[state]}</Chip>}>
      <div className={styles.stack}>
        <code className={styles.id}>{id}</code>
        <div>
          {isOpen && (
            <Details label={developerTexts.redirectUri} about={name}>
              <RedirectUrisForm key={program.redirectUris.join(' ')} program={program} onChanged={onChanged} />
            </Details>
          )}
          <Details label={developerTexts.testAppliances} about={name}>
            <dl className={styles.facts}>
              {testAppliances.map((one) => (
                <div key={one.id}>
                  <dt>{one.name}</dt>
                  <dd>
                    <code className={styles.id}>{one.id}</code>
                  </dd>
                </div>
              ))}
            </dl>
          </Details>
          {(state === 'sandbox' || state === 'requested') && (
            <Details label={developerTexts.approval} about={name}>
              <ApprovalForm program={program} onChanged={onChanged} />
            </Details>
          )}
          {isOpen && clientType === 'confidential' && (
            <Details label={developerTexts.publicKeys} about={name}>
              <PublicKeysForm key={JSON.stringify(program.jwks)} program={program} onChanged={onChanged} />
            </Details>
          )}
          {isOpen && clientType === 'confidential' && (
            <Details label={developerTexts.newSecret} about={name}>
              <NewSecret
                programId={id}
                onSecret={(clientSecret) => {
                  onChanged({ ...program, jwks: null })
                  onSecret(clientSecret)
                }}
              />
            </Details>
          )}
          <Details label={developerTexts.deliveries} about={name} onOpened={() => setDeliveriesOpen(true)}>
            {areDeliveriesOpen && <DeliveryLog programId={id} />}
          </Details>
          <Details label={developerTexts.delete} about={name}>
            <Deletion programId={id} onDeleted={onDeleted} />
          </Details>
        </div>
      </div>
    </Card>
  )
}

function NewSecret({ programId, onSecret }: { programId: string; onSecret(clientSecret: string): void }) {
  const dispatch = useCallDispatch()
  const [failure, setFailure] = useState<string | null>(null)

  async function create(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(replaceProgramSecret(programId))
    if (replaceProgramSecret.fulfilled.match(answer)) return onSecret(answer.payload)
    setFailure(refusalSentenceOf(refusalCodeOf(answer.payload)))
  }

  return (
    <Question text={developerTexts.newSecretText} failure={failure}>
      <Button variant="secondary" pendingLabel={developerTexts.working} onPress={create}>
        {developerTexts.newSecretButton}
      </Button>
    </Question>
  )
}

/** Deletes the program after a question, which is part of the page because the page opens no dialog. Decision 104. */
function Deletion({ programId, onDeleted }: { programId: string; onDeleted(): void }) {
  const dispatch = useCallDispatch()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAsking) cancel.current?.focus()
  }, [isAsking])

  async function remove(): Promise<void> {
    setFailure(null)
    const answer = await dispatch(removeProgram(programId))
    if (removeProgram.fulfilled.match(answer) || refusalCodeOf(answer.payload) === 'not-found') return onDeleted()
    setFailure(refusalSentenceOf(refusalCodeOf(answer.payload)))
  }

  if (!isAsking)
    return (
      <Question text={developerTexts.deleteText} failure={null}>
        <Button variant="danger" onPress={() => setAsking(true)}>
          {developerTexts.deleteButton}
        </Button>
      </Question>
    )
  return (
    <Question text={developerTexts.deleteQuestion} failure={failure}>
      <FormActions>
        <Button ref={cancel} variant="secondary" onPress={() => setAsking(false)}>
          {developerTexts.cancel}
        </Button>
        <Button variant="danger" pendingLabel={developerTexts.working} onPress={remove}>
          {developerTexts.deleteConfirm}
        </Button>
      </FormActions>
    </Question>
  )
}

function Question({ text, failure, children }: { text: string; failure: string | null; children: ReactNode }) {
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>{text}</p>
      <FailureNote>{failure}</FailureNote>
      <div>{children}</div>
    </div>
  )
}
