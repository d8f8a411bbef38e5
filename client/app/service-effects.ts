import { accountFormClosed } from '#client/account/account-slice.ts'
import {
  addProvider,
  addSupport,
  loadAppliances,
  refreshSubscriptions,
  reloadAppliance,
  removeProvider,
  renameAppliance,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from '#client/appliances/appliance-calls.ts'
import { providerFormCancelled } from '#client/appliances/appliance-events.ts'
import { addEditingCancelled, editingCancelled, editingReset } from '#client/appliances/appliances-slice.ts'
import { selectApplianceIds } from '#client/appliances/appliances-state.ts'
import { invitationAccepted, invitationRemoved, isOfInvitation } from '#client/appliances/invitation-slice.ts'
import { createReturnLink } from '#client/appliances/provider/invitation/way-back.ts'
import type { Listeners } from './effects.ts'
import { failuresClosed, toastOutcome } from './toasts-slice.ts'

const calls = [
  renameAppliance,
  saveAddress,
  addProvider,
  removeProvider,
  renewConsent,
  addSupport,
  withdrawSupport,
] as const

/** Effects of changes of name, address, service provider and customer support. Specification 4 and 8. */
export function followServices(listeners: Listeners): void {
  toastOutcome(listeners, renameAppliance, { done: 'toast.renamed', failed: null, failedLater: 'rename.failed' })
  toastOutcome(listeners, saveAddress, {
    done: ({ isNew }) => (isNew ? 'toast.address-added' : 'toast.address-edited'),
    failed: 'toast.address-failed',
  })
  toastOutcome(listeners, removeProvider, { done: 'toast.provider-removed', failed: 'toast.provider-remove-failed' })
  toastOutcome(listeners, addProvider, { done: 'toast.provider-added', failed: 'toast.provider-add-failed' })
  toastOutcome(listeners, renewConsent, { done: 'toast.consent-updated', failed: 'toast.consent-failed' })
  toastOutcome(listeners, addSupport, { done: 'toast.support-added', failed: 'toast.support-add-failed' })
  toastOutcome(listeners, withdrawSupport, { done: 'toast.support-removed', failed: 'toast.support-remove-failed' })
  followAdded(listeners)
  followInvited(listeners)
  followChanged(listeners)
  followRefused(listeners)
  followCancelled(listeners)
}

/** The answer of an added company may contain newer data of the appliance. Specification 4.11. */
function followAdded({ startListening }: Listeners): void {
  for (const { fulfilled } of [addProvider, addSupport]) {
    startListening({
      actionCreator: fulfilled,
      effect: async ({ meta }, { dispatch, getState }) => {
        await dispatch(reloadAppliance(meta.arg.id))
        await dispatch(refreshSubscriptions(selectApplianceIds(getState())))
      },
    })
  }
}

/** Deletes the stored invitation, and shows the return link if the company allowed it. Specification 13.9. */
function followInvited({ startListening }: Listeners): void {
  startListening({
    actionCreator: addProvider.fulfilled,
    effect: async ({ payload: contract, meta: { arg } }, { dispatch, getState }) => {
      const { invitation } = getState()
      dispatch(invitationRemoved())
      if (!isOfInvitation(invitation, arg.companyId)) return
      const { wayBack } = invitation
      if (!wayBack || contract.companyType !== 'SUPPORT') return
      await dispatch(createReturnLink({ wayBack, applianceId: arg.id, contract }))
    },
  })
  startListening({
    actionCreator: createReturnLink.fulfilled,
    effect: ({ payload }, { dispatch }) => void dispatch(invitationAccepted(payload)),
  })
}

/** A read in progress may be older than the change, or include a later one. */
function followChanged({ startListening }: Listeners): void {
  for (const { fulfilled } of [renameAppliance, saveAddress, removeProvider, renewConsent, withdrawSupport]) {
    startListening({
      actionCreator: fulfilled,
      effect: async ({ meta }, { dispatch, getState }) => {
        const { id } = meta.arg
        if (getState().appliances.readingById[id] !== undefined) await dispatch(reloadAppliance(id))
      },
    })
  }
}

/** A refusal means that the appliance was changed or deleted elsewhere. */
function followRefused({ startListening }: Listeners): void {
  for (const { rejected } of [reloadAppliance, ...calls] as const) {
    startListening({
      actionCreator: rejected,
      effect: async ({ payload }, { dispatch }) => {
        if (payload?.kind === 'refused') await dispatch(loadAppliances())
      },
    })
  }
}

/** A person who cancels or leaves a form no longer needs the message about its failed save. */
function followCancelled({ startListening }: Listeners): void {
  const cancelled = [editingCancelled, addEditingCancelled, providerFormCancelled]
  for (const actionCreator of [...cancelled, editingReset, accountFormClosed]) {
    startListening({ actionCreator, effect: (_, { dispatch }) => void dispatch(failuresClosed()) })
  }
}
