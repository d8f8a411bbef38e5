import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import type { ApplianceParts } from './appliance-calls.ts'
import type { WithAppliances } from './appliances-state.ts'

/** The store's dispatch, as far as appliances go. */
export const useApplianceDispatch =
  useDispatch.withTypes<ThunkDispatch<WithAppliances, ApplianceParts, UnknownAction>>()
