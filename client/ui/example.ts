import type { ReactNode } from 'react'

/** One named state of a component, with invented content. The gallery shows every one. */
export type Example = { name: string; render: () => ReactNode }
