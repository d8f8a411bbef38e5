import { createContext, use } from 'react'

/**
 * The id of the element that says what controls of one name, such as 'Delete' on each card, are about: their
 * description, so that their names may stay the same.
 */
const SubjectContext = createContext<string | undefined>(undefined)

export const SubjectProvider = SubjectContext

export function useSubject(): string | undefined {
  return use(SubjectContext)
}
