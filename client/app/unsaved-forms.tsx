import { useCallback, useEffect } from 'react'
import { useSelector, useStore } from 'react-redux'
import { accountFormClosed, selectHasUnsavedAccountValues } from '#client/account/account-slice.ts'
import { editingReset } from '#client/appliances/state/appliances-slice.ts'
import { selectIsEditingAppliance } from '#client/appliances/state/appliances-state.ts'
import { UnsavedChangesDialog } from '#client/appliances/unsaved-changes-dialog.tsx'
import { useLeaveQuestion } from '#client/router/router-context.ts'
import type { State, Store } from './store.ts'

/** Whether a form of the feature has unsaved values, and the action that discards them. */
type Forms = { isEditing(state: State): boolean; discard: () => { type: string } }

/**
 * All forms that need a confirmation before the person leaves. They share one list, because the router accepts only one
 * function that asks. Specification 2.1 and 2.6.
 */
const forms: readonly Forms[] = [
  { isEditing: selectIsEditingAppliance, discard: editingReset },
  { isEditing: selectHasUnsavedAccountValues, discard: accountFormClosed },
]

export function hasUnsavedForms(state: State): boolean {
  return forms.some((each) => each.isEditing(state))
}

export function discardUnsavedForms(store: Pick<Store, 'dispatch'>): void {
  for (const { discard } of forms) store.dispatch(discard())
}

/** Asks the person before a route or the page is left with unsaved values. */
export function UnsavedFormsGuard() {
  const store = useStore() as Store
  const isEditing = useSelector(hasUnsavedForms)
  const leaveQuestion = useLeaveQuestion(useCallback(() => hasUnsavedForms(store.getState()), [store]))
  useAskBeforeUnload(isEditing)

  function leave() {
    discardUnsavedForms(store)
    if (leaveQuestion.kind === 'asked') leaveQuestion.leave()
  }

  function stay() {
    if (leaveQuestion.kind === 'asked') leaveQuestion.stay()
  }

  return <UnsavedChangesDialog isOpen={leaveQuestion.kind === 'asked'} onConfirm={leave} onClose={stay} />
}

function useAskBeforeUnload(isEditing: boolean): void {
  useEffect(() => {
    if (!isEditing) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isEditing])
}
