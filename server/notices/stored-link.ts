import type { Language } from '#contract/languages.ts'

/** A link in the outbox; `sealed` is its encrypted token in base64. */
export type StoredLink = { address: string; sealed: string; gatewayId: string; brand: string; language: Language }
