import { createScreenOfPath, type Screen } from './screen.ts'

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
  ].map(createScreenOfPath),
  ...kinds.map((kind) => createScreenOfPath(`/policies/de/DE/${kind}`)),
]
