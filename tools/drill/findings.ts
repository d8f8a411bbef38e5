/** Collects broken invariants, and errors that clients may get during a fault. */
export type Findings = {
  /** Records and prints the description of a broken invariant. */
  addBrokenInvariant(what: string): void
  /** Counts an error that a client may get during a fault. */
  addClientError(error: string): void
  /** Returns the errors and the broken invariants since the last call of `takeAll`. */
  takeAll(): { errors: Record<string, number>; broken: string[] }
}

const maxKeptFindings = 1_000

export function createFindings(printLine: (text: string) => void): Findings {
  let errors: Record<string, number> = {}
  let broken: string[] = []
  return {
    addBrokenInvariant: (finding) => {
      if (broken.length < maxKeptFindings) broken.push(finding)
      printLine(`BROKEN: ${finding}`)
    },
    addClientError: (error) => void (errors[error] = (errors[error] ?? 0) + 1),
    takeAll: () => {
      const taken = { errors, broken }
      errors = {}
      broken = []
      return taken
    },
  }
}
