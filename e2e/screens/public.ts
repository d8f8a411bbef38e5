import { at, type Screen } from './screen.ts'

const kinds = ['tos', 'privacy', 'imprint', 'data-act', 'service-description']

/** Screens that need no sign-in. */
export const publicScreens: readonly Screen[] = [
  ...[
    '/not-found',
    '/error',
    '/auth-failed',
    '/auth-expired',
    '/unauthorized',
    '/help',
    '/help/accessibility',
    '/receipts',
  ].map(at),
  ...kinds.map((kind) => at(`/policies/de/DE/${kind}`)),
]
