import type { UnknownAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'

/**
 * Marks the page as edited while a form has unsaved values. The page then asks for confirmation before it is left.
 * `start` and `end` create the actions that set and remove the mark. Specification 2.6.
 */
export function useEditingFlag(isDirty: boolean, start: () => UnknownAction, end: () => UnknownAction): void {
  const dispatch = useDispatch()
  useEffect(() => {
    if (!isDirty) return undefined
    dispatch(start())
    return () => void dispatch(end())
  }, [dispatch, isDirty, start, end])
}
