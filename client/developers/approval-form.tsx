import { useState } from 'react'
import { approvalRequest } from '#contract/program-form.ts'
import { approvableCompanyCountries } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { Select } from '#client/ui/select/select.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { type BrokenRules, checkSchemaRules, refusalCodeOf, brokenRulesOfFailure } from './broken-rules.ts'
import { requestProgramApproval } from './developer-calls.ts'
import type { ProgramFormProps } from './redirect-uris-form.tsx'
import { refusalSentenceOf, developerTexts } from './developer-texts.ts'
import styles from './developers.module.css'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const countries = approvableCompanyCountries
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

/**
 * A form by which the developer asks the operator to approve a program. It has the details of the developer's company.
 */
export function ApprovalForm({ program, onChanged }: ProgramFormProps) {
  const dispatch = useCallDispatch()
  const [company, setCompany] = useState(program.company ?? { name: '', registerNumber: '', country: 'DE' })
  const [rules, setRules] = useState<BrokenRules>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const fill = (change: Partial<typeof company>): void => setCompany((before) => ({ ...before, ...change }))

  async function send(): Promise<void> {
    const { data, broken } = checkSchemaRules(approvalRequest, company)
    setFailure(null)
    setRules(broken ?? {})
    if (broken) return
    setSending(true)
    const answer = await dispatch(requestProgramApproval({ programId: program.id, company: data }))
    setSending(false)
    if (requestProgramApproval.fulfilled.match(answer)) return onChanged(() => answer.payload)
    const brokenRules = brokenRulesOfFailure(answer.payload)
    setRules(brokenRules ?? {})
    setFailure(brokenRules?.['redirectUris'] ?? (brokenRules ? null : refusalSentenceOf(refusalCodeOf(answer.payload))))
  }

  return (
    <Form label={developerTexts.approval} onSubmit={() => void (isSending || send())}>
      <p className={styles.muted}>{developerTexts.approvalText}</p>
      <TextField
        label={developerTexts.company}
        autoComplete="organization"
        value={company.name}
        error={rules['name']}
        onChange={(name) => fill({ name })}
      />
      <TextField
        label={developerTexts.registerNumber}
        value={company.registerNumber}
        error={rules['registerNumber']}
        onChange={(registerNumber) => fill({ registerNumber })}
      />
      <Select
        label={developerTexts.country}
        options={countries}
        value={company.country}
        onChange={(country) => fill({ country })}
      />
      <FailureNote>{failure}</FailureNote>
      <FormActions>
        <Button type="submit" variant="secondary" isPending={isSending} pendingLabel={developerTexts.working}>
          {developerTexts.requestApproval}
        </Button>
      </FormActions>
    </Form>
  )
}
