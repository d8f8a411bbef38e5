import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** Whether the browser has a network, also before sign-in and without a socket. */
type NetworkState = 'online' | 'offline'

export const networkSlice = createSlice({
  name: 'network',
  initialState: (): NetworkState => 'online',
  reducers: { networkChanged: (_, { payload }: PayloadAction<NetworkState>) => payload },
})

export const { networkChanged } = networkSlice.actions
