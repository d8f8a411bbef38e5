import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import type { TermsParts, WithTerms } from './terms-slice.ts'

/** The store's dispatch, as far as terms go. */
export const useTermsDispatch = useDispatch.withTypes<ThunkDispatch<WithTerms, TermsParts, UnknownAction>>()
