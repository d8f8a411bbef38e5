import { useState } from 'react'
import { approvalWrite } from '#contract/program-form.ts'
import { companyCountries } from '#contract/programs.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { Select } from '#client/ui/select/select.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { type BrokenRules, checkRules, codeOf, brokenRulesOfFailure } from './broken-rules.ts'
import { askForApproval } from './developer-calls.ts'
import type { ProgramFormProps } from './redirect-uris.tsx'
import { refusalSentenceOf, words } from './words.ts'
import styles from './developers.module.css'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const countries = companyCountries
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
    const { data, broken } = checkRules(approvalWrite, company)
    setFailure(null)
    setRules(broken ?? {})
    if (broken) return
    setSending(true)
    const answer = await dispatch(askForApproval({ programId: program.id, company: data }))
    setSending(false)
    if (askForApproval.fulfilled.match(answer)) return onChanged(answer.payload)
    const refused = brokenRulesOfFailure(answer.payload)
    setRules(refused ?? {})
    setFailure(refused?.['redirectUris'] ?? (refused ? null : refusalSentenceOf(codeOf(answer.payload))))
  }

  return (
    <Form label={words.approval} onSubmit={() => void (isSending || send())}>
      <p className={styles.muted}>{words.approvalText}</p>
      <TextField
        label={words.company}
        autoComplete="organization"
        value={company.name}
        error={rules['name']}
        onChange={(name) => fill({ name })}
      />
      <TextField
        label={words.registerNumber}
        value={company.registerNumber}
        error={rules['registerNumber']}
        onChange={(registerNumber) => fill({ registerNumber })}
      />
      <Select
        label={words.country}
        options={countries}
        value={company.country}
        onChange={(country) => fill({ country })}
      />
      <FailureNote>{failure}</FailureNote>
      <FormActions>
        <Button type="submit" variant="secondary" isPending={isSending} pendingLabel={words.working}>
          {words.requestApproval}
        </Button>
      </FormActions>
    </Form>
  )
}
