import { useId, useRef } from 'react'
import { programApi } from '#contract/program-api.ts'
import { useCallDependencies } from '#client/call-thunk.ts'
import { isResourceGone } from '#client/command.ts'
import rows from '#client/styles/rows.module.css'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { ListRow } from '#client/ui/list-row/list-row.tsx'
import { useAttempt } from '#client/use-attempt.ts'
import { describeRefusal } from './broken-rules.ts'
import { describeTestGrant, developerTexts } from './developer-texts.ts'
import type { ProgramFormProps } from './redirect-uris-form.tsx'
import styles from './developers.module.css'

/** Lists the grants by which the developer shares test appliances with the program, each with a button that ends it. */
export function TestGrants({ program, onChanged }: ProgramFormProps) {
  const { call } = useCallDependencies()
  const { failure, attempt } = useAttempt(describeRefusal)
  const heading = useRef<HTMLParagraphElement>(null)
  const headingId = useId()
  const { id: programId, testGrants: grants } = program

  async function end(grantId: string): Promise<void> {
    const ending = async () => call(programApi.endTestGrant, { params: { programId, grantId } })
    // A grant that is already gone counts as ended.
    if (!(await attempt(isResourceGone(ending)))) return
    onChanged((latest) => ({ ...latest, testGrants: latest.testGrants.filter(({ id }) => id !== grantId) }))
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
            <ListRow
              key={grant.id}
              name={grant.applianceName}
              actions={
                <Button variant="quiet" pendingLabel={developerTexts.working} onPress={async () => end(grant.id)}>
                  {developerTexts.endGrant}
                </Button>
              }
            >
              <p className={styles.muted}>{describeTestGrant(grant)}</p>
            </ListRow>
          ))}
        </ul>
      )}
    </>
  )
}
