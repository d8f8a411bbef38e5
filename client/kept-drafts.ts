import { createContext, use, useEffect, useRef } from 'react'
import * as z from 'zod/mini'

/** The unsaved values of a form, by field name. */
export type Draft = Readonly<Record<string, unknown>>

/**
 * Drafts in the tab's session storage while the person signs in again, accepts the terms or reloads the page. They
 * never contain a secret or a consent: the person agrees again to the current text.
 */
export type KeptDrafts = {
  /** Registers a form until the returned function is called. `read` returns its draft, null if nothing was typed. */
  follow(form: string, read: () => Draft | null): () => void
  /** Stores the drafts of all open forms. Returns whether there were any. */
  keep(person: string | null): boolean
  /** Returns and deletes the draft of a form. */
  take(form: string): Draft | null
  /** The forms with a stored draft. */
  forms(): readonly string[]
  /** Deletes drafts of other people in this tab, and expired ones. */
  belongTo(person: string): void
  clear(): void
}

export type KeptDraftDependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Epoch ms. */
  now(): number
  /** Called when a form has restored its draft. */
  onTaken(): void
}

const storageKey = 'drafts'

/** The time after which drafts expire. */
const keptForMs = 60 * 60 * 1000

const kept = z.object({
  person: z.nullable(z.string()),
  at: z.number(),
  forms: z.record(z.string(), z.record(z.string(), z.unknown())),
})

type StoredDraft = z.infer<typeof kept>

export function createKeptDrafts({ storage, now, onTaken }: KeptDraftDependencies): KeptDrafts {
  const open = new Map<string, () => Draft | null>()

  function read(): StoredDraft | null {
    return kept.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data ?? null
  }

  function write(next: StoredDraft): void {
    if (Object.keys(next.forms).length === 0) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify(next))
  }

  return {
    follow(form, readDraft) {
      open.set(form, readDraft)
      return () => {
        if (open.get(form) === readDraft) open.delete(form)
      }
    },
    keep(person) {
      const typed = [...open].flatMap(([form, readDraft]) => {
        const draft = readDraft()
        return draft ? [[form, draft] as const] : []
      })
      if (typed.length > 0) write({ person, at: now(), forms: { ...read()?.forms, ...Object.fromEntries(typed) } })
      return typed.length > 0
    },
    take(form) {
      const found = read()
      const draft = found?.forms[form]
      if (!found || !draft) return null
      const { [form]: _, ...others } = found.forms
      write({ ...found, forms: others })
      onTaken()
      return draft
    },
    forms: () => Object.keys(read()?.forms ?? {}),
    belongTo(person) {
      const found = read()
      if (found && (found.person !== person || now() - found.at > keptForMs)) storage.removeItem(storageKey)
    },
    clear: () => storage.removeItem(storageKey),
  }
}

const noDrafts: KeptDrafts = {
  follow: () => () => undefined,
  keep: () => false,
  take: () => null,
  forms: () => [],
  belongTo: () => undefined,
  clear: () => undefined,
}

export const KeptDraftsContext = createContext<KeptDrafts>(noDrafts)

/**
 * `read` returns the form's draft, null if nothing was typed; `restore` gets the stored draft once the form is shown.
 */
type DraftOfForm = { form: string; read(): Draft | null; restore(draft: Draft): void }

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
