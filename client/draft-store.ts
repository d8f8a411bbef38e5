import { createContext, use, useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { hourMs } from '#contract/durations.ts'

/** The unsaved values of a form, by field name. */
export type FormDraft = Readonly<Record<string, unknown>>

/**
 * Stores the drafts of forms in the tab's session storage, where they survive a new sign-in, the acceptance of the
 * terms and a reload. A draft contains no secrets and no consents: the person must agree again to the current text.
 */
export type DraftStore = {
  /**
   * Registers a form until the returned function is called. `read` returns the form's draft; null if the person has
   * typed nothing.
   */
  registerForm(form: string, read: () => FormDraft | null): () => void
  /** Stores the drafts of all registered forms for this person. Returns whether there were drafts. */
  storeDrafts(person: string | null): boolean
  /** Returns the stored draft of a form and deletes it; null if there is none. */
  takeDraft(form: string): FormDraft | null
  /** Returns the names of the forms with a stored draft. */
  forms(): readonly string[]
  /** Deletes the drafts if they belong to another person or have expired. */
  belongTo(person: string): void
  clear(): void
}

export type DraftStoreDependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Returns the current time in epoch ms. */
  now(): number
  /** Called when a form has restored its draft. */
  onTaken(): void
}

const storageKey = 'drafts'

/** The time after which drafts expire, in ms. */
const keptForMs = hourMs

const kept = z.object({
  person: z.nullable(z.string()),
  at: z.number(),
  forms: z.record(z.string(), z.record(z.string(), z.unknown())),
})

type StoredDraft = z.infer<typeof kept>

export function createDraftStore({ storage, now, onTaken }: DraftStoreDependencies): DraftStore {
  const open = new Map<string, () => FormDraft | null>()

  function read(): StoredDraft | null {
    return kept.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data ?? null
  }

  function write(next: StoredDraft): void {
    if (Object.keys(next.forms).length === 0) storage.removeItem(storageKey)
    else storage.setItem(storageKey, JSON.stringify(next))
  }

  return {
    registerForm(form, readDraft) {
      open.set(form, readDraft)
      return () => {
        if (open.get(form) === readDraft) open.delete(form)
      }
    },
    storeDrafts(person) {
      const typedDrafts = [...open].flatMap(([form, readDraft]) => {
        const draft = readDraft()
        return draft ? [[form, draft] as const] : []
      })
      if (typedDrafts.length > 0)
        write({ person, at: now(), forms: { ...read()?.forms, ...Object.fromEntries(typedDrafts) } })
      return typedDrafts.length > 0
    },
    takeDraft(form) {
      const storedDrafts = read()
      const draft = storedDrafts?.forms[form]
      if (!storedDrafts || !draft) return null
      const { [form]: _, ...others } = storedDrafts.forms
      write({ ...storedDrafts, forms: others })
      onTaken()
      return draft
    },
    forms: () => Object.keys(read()?.forms ?? {}),
    belongTo(person) {
      const storedDrafts = read()
      if (storedDrafts && (storedDrafts.person !== person || now() - storedDrafts.at > keptForMs))
        storage.removeItem(storageKey)
    },
    clear: () => storage.removeItem(storageKey),
  }
}

const noDrafts: DraftStore = {
  registerForm: () => () => undefined,
  storeDrafts: () => false,
  takeDraft: () => null,
  forms: () => [],
  belongTo: () => undefined,
  clear: () => undefined,
}

export const DraftStoreContext = createContext<DraftStore>(noDrafts)

/**
 * `read` returns the form's draft; null if the person has typed nothing. `restore` is called with the stored draft when
 * the form is first shown.
 */
type DraftOfForm = { form: string; read(): FormDraft | null; restore(draft: FormDraft): void }

export function useStoredDraft({ form, read, restore }: DraftOfForm): void {
  const drafts = use(DraftStoreContext)
  const readLatest = useEffectEvent(read)
  const restoreLatest = useEffectEvent(restore)
  useEffect(() => {
    const draft = drafts.takeDraft(form)
    if (draft) restoreLatest(draft)
    return drafts.registerForm(form, () => readLatest())
  }, [drafts, form])
}
