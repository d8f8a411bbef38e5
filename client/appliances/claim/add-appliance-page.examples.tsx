import { configureStore } from '@reduxjs/toolkit'
import { Provider } from 'react-redux'
import type { Connection } from '#contract/appliance.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { CallFailure } from '#client/api-call.ts'
import type { Example } from '#client/ui/example.ts'
import { addAppliance, loadAppliances } from '../state/appliance-calls.ts'
import { appliancesSlice } from '../state/appliances-slice.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { AddAppliancePage } from './add-appliance-page.tsx'

type Claiming = { connections: Connection[]; failure?: CallFailure }

const samples: Readonly<Record<string, Claiming>> = {
  'the first appliance': { connections: [] },
  'another appliance': { connections: [createApiConnection()] },
  'codes that do not match': { connections: [], failure: refusal('credentials-rejected') },
  'too many attempts': { connections: [], failure: refusal('too-many-requests') },
  'no network': { connections: [], failure: { kind: 'network' } },
}

function refusal(code: RefusalCode): CallFailure {
  return { kind: 'refused', status: 422, code, errors: [], retryAfterS: 90 }
}

export const examples: Example[] = Object.entries(samples).map(([name, claiming]) => ({
  name,
  render: ({ brand }) => (
    <Provider store={storeOf(claiming)}>
      <AddAppliancePage brand={brand} />
    </Provider>
  ),
}))

const claim = { type: 'rrc1', credentials: { serial: '', access: '', userPwd: '' } } as const

function storeOf({ connections, failure }: Claiming) {
  const store = configureStore({ reducer: { appliances: appliancesSlice.reducer } })
  store.dispatch(loadAppliances.fulfilled({ connections, at: Date.now() }, ''))
  if (failure) store.dispatch(addAppliance.rejected(null, '', claim, failure))
  return store
}
