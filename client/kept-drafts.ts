import { createContext, use, useEffect, useRef } from 'react'
import * as z from 'zod/mini'

/** What a form holds while it is not saved, under the names of its fields. */
export type Draft = Readonly<Record<string, unknown>>

/**
 * What was typed, kept in the tab's own storage while the person signs in again, accepts the terms or loads the page
 * again. Never a secret, and no consent: who comes back agrees to what stands there then.
 */
export type KeptDrafts = {
  /** Asks a form for its draft when it has to be kept, until the answer is called; null for nothing typed. */
  follow(form: string, read: () => Draft | null): () => void
  /** Keeps the drafts of all open forms. Answers whether there were any. */
  keep(person: string | null): boolean
  /** Hands out what was kept of a form, once. */
  take(form: string): Draft | null
  /** The forms of which something is kept. */
  forms(): readonly string[]
  /** Forgets what others than this person typed in this tab, and what is too old. */
  belongTo(person: string): void
  clear(): void
}

export type KeptDraftDependencies = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Epoch ms. */
  now(): number
  /** A form has what was typed again. */
  onTaken(): void
}

const storageKey = 'drafts'

/** Who comes back later begins anew. */
const keptForMs = 60 * 60 * 1000

const kept = z.object({
  person: z.nullable(z.string()),
  at: z.number(),
  forms: z.record(z.string(), z.record(z.string(), z.unknown())),
})

type Kept = z.infer<typeof kept>

export function createKeptDrafts({ storage, now, onTaken }: KeptDraftDependencies): KeptDrafts {
  const open = new Map<string, () => Draft | null>()

  function read(): Kept | null {
    return kept.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data ?? null
  }

  function write(next: Kept): void {
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
