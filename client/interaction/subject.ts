import { createContext, use } from 'react'

/**
 * The id of the element that describes the subject of controls with the same name, such as 'Delete' on each card. It
 * becomes their accessible description.
 */
const SubjectContext = createContext<string | undefined>(undefined)

export const SubjectProvider = SubjectContext

export function useSubject(): string | undefined {
  return use(SubjectContext)
}
