import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { programApi } from '#contract/program-api.ts'
import { type PartnerProgram, isClosedProgram } from '#contract/programs.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { isResourceGone } from '#client/command.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Card } from '#client/ui/card/card.tsx'
import { Chip, type ChipTone } from '#client/ui/chip/chip.tsx'
import { Details } from '#client/ui/details/details.tsx'
import { FormActions } from '#client/ui/form/form.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import layout from '#client/styles/layout.module.css'
import { ApprovalForm } from './approval-form.tsx'
import { describeRefusal } from './broken-rules.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { PublicKeysForm } from './public-keys-form.tsx'
import { type ProgramFormProps, RedirectUrisForm } from './redirect-uris-form.tsx'
import { programStateTexts, developerTexts } from './developer-texts.ts'
import { TestGrants } from './test-grants.tsx'
import styles from './developers.module.css'

type ProgramCardProps = ProgramFormProps & {
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
  const [newSecrets, setNewSecrets] = useState(0)
  const isOpen = !isClosedProgram(program)
  return (
    <Card title={name} chip={<Chip tone={tones[state]}>{programStateTexts[state]}</Chip>}>
      <div className={layout.stack}>
        {!isOpen && <p>{developerTexts.closed}</p>}
        <p>
          <span className={styles.label}>{developerTexts.clientId}</span>
          <code className={styles.id}>{id}</code>
        </p>
        <div>
          {isOpen && (
            <Details label={developerTexts.redirectUri} about={name}>
              <RedirectUrisForm program={program} onChanged={onChanged} />
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
            <TestGrants program={program} onChanged={onChanged} />
          </Details>
          {(state === 'sandbox' || state === 'requested') && (
            <Details label={developerTexts.approval} about={name}>
              <ApprovalForm program={program} onChanged={onChanged} />
            </Details>
          )}
          {isOpen && clientType === 'confidential' && (
            <Details label={developerTexts.publicKeys} about={name}>
              {/* A new secret replaces the keys. The form then starts again without keys. */}
              <PublicKeysForm key={newSecrets} program={program} onChanged={onChanged} />
            </Details>
          )}
          {isOpen && clientType === 'confidential' && (
            <Details label={developerTexts.newSecret} about={name}>
              <NewSecret
                programId={id}
                onSecret={(clientSecret) => {
                  onChanged((latest) => ({ ...latest, jwks: null }))
                  setNewSecrets(newSecrets + 1)
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
  const { call } = useCallDependencies()
  const { failure, attempt } = useAttempt(describeRefusal)

  async function create(): Promise<void> {
    const answer = await attempt(call(programApi.replaceSecret, { params: { programId } }))
    if (answer) onSecret(answer.result.clientSecret)
  }

  return (
    <Question text={developerTexts.newSecretText} failure={failure}>
      <Button variant="secondary" pendingLabel={developerTexts.working} onPress={create}>
        {developerTexts.newSecretButton}
      </Button>
    </Question>
  )
}

type DeletionProps = { programId: string; onDeleted(): void }

/**
 * Deletes the program after a confirmation. The question is part of the page, because the page opens no dialog.
 * Decision 104.
 */
function Deletion({ programId, onDeleted }: DeletionProps) {
  const [step, setStep] = useState<'untouched' | 'asking' | 'cancelled'>('untouched')
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (step !== 'untouched') button.current?.focus()
  }, [step])

  if (step !== 'asking')
    return (
      <Question text={developerTexts.deleteText} failure={null}>
        <Button ref={button} variant="danger" onPress={() => setStep('asking')}>
          {developerTexts.deleteButton}
        </Button>
      </Question>
    )
  return <DeletionQuestion {...{ programId, onDeleted, button }} onCancel={() => setStep('cancelled')} />
}

type DeletionQuestionProps = DeletionProps & { button: RefObject<HTMLButtonElement | null>; onCancel(): void }

function DeletionQuestion({ programId, onDeleted, button, onCancel }: DeletionQuestionProps) {
  const { call } = useCallDependencies()
  const { failure, attempt } = useAttempt(describeRefusal)

  async function remove(): Promise<void> {
    const deleting = async () => call(programApi.deleteProgram, { params: { programId } })
    // A program that is already gone counts as deleted.
    if (await attempt(isResourceGone(deleting))) onDeleted()
  }

  return (
    <Question text={developerTexts.deleteQuestion} failure={failure}>
      <FormActions>
        <Button ref={button} variant="secondary" onPress={onCancel}>
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
  const textId = useId()
  return (
    <fieldset aria-labelledby={textId} className={layout.stack}>
      <p id={textId} className={styles.muted}>
        {text}
      </p>
      <FailureNote>{failure}</FailureNote>
      <div>{children}</div>
    </fieldset>
  )
}
