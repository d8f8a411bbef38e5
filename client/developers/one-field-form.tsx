import { useState } from 'react'
import { Button } from '#client/ui/button/button.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { developerTexts } from './developer-texts.ts'
import { type CheckedFormOptions, useCheckedForm } from './use-checked-form.ts'
import styles from './developers.module.css'

type OneFieldFormProps<Value, Answer> = Omit<CheckedFormOptions<Value, Answer>, 'fields'> & {
  label: string
  lead?: string
  hint: string
  initialValue: string
  /** The name of the field in the value that is sent. */
  field: string
  parse(typed: string): unknown
}

/** A form with one field for code, such as addresses or keys. */
export function OneFieldForm<Value, Answer>(props: OneFieldFormProps<Value, Answer>) {
  const { label, lead, hint, initialValue, field, parse } = props
  const [typed, setTyped] = useState(initialValue)
  const { rules, failure, isSending, isSent, submit } = useCheckedForm({ ...props, fields: [field] })
  const error = rules[field] ?? failure ?? undefined
  return (
    <Form label={label} onSubmit={() => submit({ [field]: parse(typed) })}>
      {lead !== undefined && <p className={styles.muted}>{lead}</p>}
      <TextField label={label} hint={hint} value={typed} error={error} isCode onChange={setTyped} />
      <FormActions>
        <Button type="submit" variant="secondary" isPending={isSending} pendingLabel={developerTexts.working}>
          {developerTexts.save}
        </Button>
      </FormActions>
      <div aria-live="polite">{isSent && <p>{developerTexts.saved}</p>}</div>
    </Form>
  )
}
