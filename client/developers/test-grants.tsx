import { useId, useRef, useState } from 'react'
import { useCallDispatch } from '#client/call-thunk.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { refusalCodeOf } from './broken-rules.ts'
import { endTestGrant } from './developer-calls.ts'
import { describeTestGrant, developerTexts, refusalSentenceOf } from './developer-texts.ts'
import type { ProgramFormProps } from './redirect-uris-form.tsx'
import styles from './developers.module.css'

/** Lists the grants by which the developer shares test appliances with the program, each with a button that ends it. */
export function TestGrants({ program, onChanged }: ProgramFormProps) {
  const dispatch = useCallDispatch()
  const [failure, setFailure] = useState<string | null>(null)
  const heading = useRef<HTMLParagraphElement>(null)
  const headingId = useId()
  const { id: programId, testGrants: grants = [] } = program

  async function end(grantId: string): Promise<void> {
    setFailure(null)
    const answer = await dispatch(endTestGrant({ programId, grantId }))
    const refusal = endTestGrant.fulfilled.match(answer) ? null : refusalCodeOf(answer.payload)
    if (!endTestGrant.fulfilled.match(answer) && refusal !== 'not-found') return setFailure(refusalSentenceOf(refusal))
    onChanged((latest) => ({ ...latest, testGrants: latest.testGrants?.filter(({ id }) => id !== grantId) }))
    // The button that had the focus is gone.
    heading.current?.focus()
  }

  return (
    <>
      <p id={headingId} ref={heading} tabIndex={-1}>
        {grants.length === 0 ? developerTexts.noTestGrants : developerTexts.testGrants}
      </p>
      <FailureNote>{failure}</FailureNote>
      {grants.length > 0 && (
        <ul className={rows.list} aria-labelledby={headingId}>
          {grants.map((grant) => (
            <li key={grant.id} className={rows.row}>
              <div className={rows.words}>
                <p id={`test-grant-${grant.id}`}>{grant.applianceName}</p>
                <p className={styles.muted}>{describeTestGrant(grant)}</p>
              </div>
              <Button
                variant="quiet"
                aria-describedby={`test-grant-${grant.id}`}
                pendingLabel={developerTexts.working}
                onPress={async () => end(grant.id)}
              >
                {developerTexts.endGrant}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
