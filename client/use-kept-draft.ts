import { createContext, use, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { Draft, KeptDrafts } from './kept-drafts.ts'

const none: KeptDrafts = {
  follow: () => () => undefined,
  keep: () => false,
  take: () => null,
  forms: () => [],
  belongTo: () => undefined,
  clear: () => undefined,
}

export const KeptDraftsContext = createContext<KeptDrafts>(none)

/** What would be kept of a form, null for nothing; `restore` is given what was kept of it, once it is shown. */
export type DraftOfForm = { form: string; read(): Draft | null; restore(draft: Draft): void }

export function useKeptDraft({ form, read, restore }: DraftOfForm): void {
  const drafts = use(KeptDraftsContext)
  const latest = useRef({ read, restore })
  useEffect(() => {
    latest.current = { read, restore }
  })
  useEffect(() => {
    const draft = drafts.take(form)
    if (draft) latest.current.restore(draft)
    return drafts.follow(form, () => latest.current.read())
  }, [drafts, form])
}

/** Gives a form back what was typed in it before the person had to leave. `secrets`: fields that are never kept. */
export function useKeptFields<T extends FieldValues, Sent>(
  name: string,
  form: UseFormReturn<T, unknown, Sent>,
  secrets: readonly (keyof T)[] = [],
): void {
  const { getValues, setValue } = form
  const [initial] = useState(() => JSON.stringify(getValues()))

  function read(): Draft | null {
    const values = getValues()
    if (JSON.stringify(values) === initial) return null
    return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)))
  }

  function restore(draft: Draft): void {
    for (const [field, value] of fitting(getValues(), draft)) {
      setValue(field as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true, shouldTouch: true })
    }
  }

  useKeptDraft({ form: name, read, restore })
}

/** The fields that the form still has, and of the kind it has: another build may have kept them. */
function fitting(values: FieldValues, draft: Draft): [field: string, value: unknown][] {
  return Object.entries(draft).filter(([field, value]) => kindOf(values[field]) === kindOf(value))
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}
