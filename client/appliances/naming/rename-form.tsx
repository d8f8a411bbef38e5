import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useSelector } from 'react-redux'
import * as z from 'zod/mini'
import { maxApplianceNameLength, applianceNameText } from '#contract/appliance-name.ts'
import { useCallDispatch } from '#client/call-thunk.ts'
import { BoundField, showFieldErrors, useFormDraft } from '#client/form-fields.tsx'
import { UnknownOutcomeNote } from '#client/unknown-outcome-note.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import type { UntranslatedMessage } from '#client/i18n/message-types.ts'
import { FailureNote } from '#client/ui/callout/callout.tsx'
import { DialogForm } from '#client/ui/dialog/dialog-form.tsx'
import { TextField } from '#client/ui/text-field/text-field.tsx'
import { useEditingFlag } from '#client/use-editing-flag.ts'
import { renameAppliance } from '../state/appliance-calls.ts'
import { type Appliance, numberedTitleOf } from '../state/appliance.ts'
import { nameEditingEnded, nameEditingStarted } from '../state/appliances-slice.ts'
import { selectOutage } from '../state/freshness.ts'

type NameDraft = { name: string }

const resolver = zodResolver(z.object({ name: applianceNameText })) as unknown as Resolver<NameDraft>

export type RenameFormProps = { appliance: Appliance; draftKey: string; onClose(): void }

/** The form for the person's own name of an appliance. An empty field removes the name. Specification 2.13 and 5.11. */
export function RenameForm({ appliance, draftKey, onClose }: RenameFormProps) {
  const { t } = useTexts()
  const { form, save, hasFailed } = useNameForm({ appliance, draftKey, onClose })
  const isOffline = useSelector(selectOutage) === 'offline'
  return (
    <DialogForm submit="address.save" pending="rename.pending" onSubmit={async () => save()} onClose={onClose}>
      <BoundField form={form} name="name" sentenceOf={nameSentence}>
        {(field) => (
          <TextField
            {...field}
            label={t('rename.name')}
            hint={t('rename.hint', { title: numberedTitleOf(appliance, t) })}
            autoFocus
          />
        )}
      </BoundField>
      {/* The form shows failures itself, because the dialog would cover a toast. */}
      <FailureNote>{hasFailed && t(isOffline ? 'toast.offline' : 'rename.failed')}</FailureNote>
      <UnknownOutcomeNote of={renameAppliance} />
    </DialogForm>
  )
}

function useNameForm({ appliance: { id, name: before }, draftKey, onClose }: RenameFormProps) {
  const dispatch = useCallDispatch()
  const form = useForm<NameDraft>({ resolver, defaultValues: { name: before ?? '' }, mode: 'onTouched' })
  const [hasFailed, setFailed] = useState(false)
  useFormDraft(draftKey, form)
  useEditingFlag(form.formState.isDirty, nameEditingStarted, nameEditingEnded)
  const save = form.handleSubmit(async ({ name }) => {
    setFailed(false)
    const action = await dispatch(renameAppliance({ id, name: name === '' ? null : name }))
    if (renameAppliance.fulfilled.match(action)) return onClose()
    setFailed(true)
    showFieldErrors(form, action.payload, (path) => (path === 'name' ? path : null))
  })
  return { form, save, hasFailed }
}

function nameSentence(_: 'name', rule: string): UntranslatedMessage {
  if (rule === 'max-length') return ['address.max-length', { max: maxApplianceNameLength }]
  return [rule === 'whitespace' ? 'address.whitespace' : 'address.character']
}
