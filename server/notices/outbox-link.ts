import type { Language } from '#contract/languages.ts'

/** The link of an invitation or a hand-over in the outbox. `sealed`: its encrypted token in base64. */
export type OutboxLink = { address: string; sealed: string; gatewayId: string; brand: string; language: Language }
