import { createContext } from 'react'

/** The functions of the page for parts that could not be loaded. */
export type PartLoading = {
  /** Reports that a part is missing for which the person waits, until the returned function is called. */
  report(): () => void
  /** Whether the server has another build, so that trying again does not help. */
  isOutdated: boolean
  /** Loads the page again, with everything that was typed. */
  loadAgain(): void
}

const noPage: PartLoading = { report: () => () => undefined, isOutdated: false, loadAgain: () => undefined }

export const MissingPartsContext = createContext<PartLoading>(noPage)
