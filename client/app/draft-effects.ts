import { accountFormOpened, loadUser } from '#client/account/account-slice.ts'
import { loadAppliances } from '#client/appliances/appliance-calls.ts'
import { editingStarted } from '#client/appliances/appliances-slice.ts'
import type { EditablePart } from '#client/appliances/appliances-state.ts'
import { selectAppliance } from '#client/appliances/select.ts'
import type { KeptDrafts } from '#client/kept-drafts.ts'
import type { Listeners } from './effects.ts'

/** The part of an appliance that each form belongs to, by the first word of the form's name. */
const parts: Readonly<Record<string, EditablePart>> = {
  address: 'address',
  provider: 'provider',
  consent: 'provider',
  support: 'support',
}

/** Who comes back finds the forms open whose drafts were kept, and nobody else finds them. */
export function followDrafts({ startListening }: Listeners, drafts: KeptDrafts): void {
  startListening({
    actionCreator: loadUser.fulfilled,
    effect: ({ payload: { sub } }, { dispatch }) => {
      drafts.belongTo(sub)
      if (drafts.forms().includes('account')) dispatch(accountFormOpened())
    },
  })
  startListening({
    actionCreator: loadAppliances.fulfilled,
    effect: (_, { dispatch, getState }) => {
      for (const form of drafts.forms()) {
        const [name = '', id = ''] = form.split(' ')
        const part = parts[name]
        const mayEdit = selectAppliance(getState(), id)?.service.canEditContract ?? false
        if (part && mayEdit) dispatch(editingStarted({ id, part }))
      }
    },
  })
}
