import { createContext } from 'react'

/** The functions of the app for parts whose code could not be loaded. */
export type MissingPartControl = {
  /** Reports that a person waits for a part that could not be loaded. The returned function ends the report. */
  report(): () => void
  /** Whether the server has another build. If it has, another attempt to load a part does not help. */
  isOutdated: boolean
  /** Reloads the page. The drafts of its forms are stored, without secrets and consents. */
  loadAgain(): void
}

const noPage: MissingPartControl = { report: () => () => undefined, isOutdated: false, loadAgain: () => undefined }

export const MissingPartsContext = createContext<MissingPartControl>(noPage)
