import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import type { AccountParts, WithAccount } from './account-slice.ts'

/** The store's dispatch, as far as the account goes. */
export const useAccountDispatch = useDispatch.withTypes<ThunkDispatch<WithAccount, AccountParts, UnknownAction>>()
