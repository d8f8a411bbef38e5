import { createSlice } from '@reduxjs/toolkit'

/** Whether the server has another build of the page than this one, as far as the page has asked. */
export type VersionState = 'current' | 'outdated'

export const versionSlice = createSlice({
  name: 'version',
  initialState: (): VersionState => 'current',
  reducers: { versionOutdated: (): VersionState => 'outdated' },
})

export const { versionOutdated } = versionSlice.actions
