import { useState } from 'react'
import { programApi } from '#contract/program-api.ts'
import { approvalRequest } from '#contract/program-form.ts'
import { approvableCompanyCountries } from '#contract/programs.ts'
import { Button } from '#client/ui/button/button.tsx'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { Select } from '#client/ui/select/select.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import type { ProgramFormProps } from './redirect-uris-form.tsx'
import { developerTexts } from './developer-texts.ts'
import { useCheckedForm } from './use-checked-form.ts'
import styles from './developers.module.css'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const countries = approvableCompanyCountries
  .map((value) => ({ value, label: countryNames.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

/**
 * A form by which the developer asks the operator to approve a program. It has the details of the developer's company.
 */
export function ApprovalForm({ program, onChanged }: ProgramFormProps) {
  const [company, setCompany] = useState(program.company ?? { name: '', registerNumber: '', country: 'DE' })
  const { rules, failure, isSending, submit } = useCheckedForm({
    schema: approvalRequest,
    fields: ['name', 'registerNumber', 'redirectUris'],
    send: async (call, body) => call(programApi.requestApproval, { params: { programId: program.id }, body }),
    onSent: (changed) => onChanged(() => changed),
  })
  const fill = (change: Partial<typeof company>): void => setCompany((before) => ({ ...before, ...change }))

  return (
    <Form label={developerTexts.approval} onSubmit={() => submit(company)}>
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
      <FailureNote>{failure ?? rules['redirectUris']}</FailureNote>
      <FormActions>
        <Button type="submit" variant="secondary" isPending={isSending} pendingLabel={developerTexts.working}>
          {developerTexts.requestApproval}
        </Button>
      </FormActions>
    </Form>
  )
}
