import { createContext, use } from 'react'

/**
 * The id of an element that names what controls are about, such as the name of the card for 'Delete'. It becomes their
 * accessible description.
 */
const SubjectContext = createContext<string | undefined>(undefined)

export const SubjectProvider = SubjectContext

export function useSubject(): string | undefined {
  return use(SubjectContext)
}
