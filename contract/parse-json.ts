/** Parses JSON. Returns null if the text is not JSON; each schema of the contract rejects null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
