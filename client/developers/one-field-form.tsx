import { useState } from 'react'
import { Button } from '#client/ui/button/button.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { developerTexts } from './developer-texts.ts'
import styles from './developers.module.css'

type OneFieldFormProps = {
  label: string
  lead?: string
  hint: string
  initialValue: string
  /**
   * Saves the typed text. Resolves to a sentence that explains why it could not be saved; undefined if the text was
   * saved.
   */
  save(typed: string): Promise<string | undefined>
}

/** A form with one field for code, such as addresses or keys. */
export function OneFieldForm({ label, lead, hint, initialValue, save }: OneFieldFormProps) {
  const [typed, setTyped] = useState(initialValue)
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [isSaved, setSaved] = useState(false)

  async function send(): Promise<void> {
    setSending(true)
    setSaved(false)
    const failure = await save(typed)
    setError(failure)
    setSaved(failure === undefined)
    setSending(false)
  }

  return (
    <Form label={label} onSubmit={() => void (isSending || send())}>
      {lead !== undefined && <p className={styles.muted}>{lead}</p>}
      <TextField label={label} hint={hint} value={typed} error={error} isCode onChange={setTyped} />
      <FormActions>
        <Button type="submit" variant="secondary" isPending={isSending} pendingLabel={developerTexts.working}>
          {developerTexts.save}
        </Button>
      </FormActions>
      <div aria-live="polite">{isSaved && <p>{developerTexts.saved}</p>}</div>
    </Form>
  )
}
