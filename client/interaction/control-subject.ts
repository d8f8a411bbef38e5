import { createContext, use } from 'react'

/**
 * The id of an element that names the subject of controls, such as the name of the card for its button 'Delete'.
 * Controls use this element as their accessible description.
 */
const SubjectContext = createContext<string | undefined>(undefined)

export const ControlSubjectProvider = SubjectContext

export function useControlSubjectId(): string | undefined {
  return use(SubjectContext)
}
