import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** Whether the browser has a network. It is known before anybody signs in and while no socket is wanted. */
type NetworkState = 'online' | 'offline'

export const networkSlice = createSlice({
  name: 'network',
  initialState: (): NetworkState => 'online',
  reducers: { networkChanged: (_, { payload }: PayloadAction<NetworkState>) => payload },
})

export const { networkChanged } = networkSlice.actions
