import { accountFormClosed } from '#client/account/account-slice.ts'
import {
  addProvider,
  addSupport,
  loadAppliances,
  replaceAllSubscriptions,
  reloadAppliance,
  removeProvider,
  renameAppliance,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from '#client/appliances/state/appliance-calls.ts'
import { providerFormCancelled, serviceChangeNotified } from '#client/appliances/state/appliance-events.ts'
import { addEditingCancelled, editingCancelled, editingReset } from '#client/appliances/state/appliances-slice.ts'
import {
  selectAppliance,
  selectApplianceIds,
  selectHasRunningOperation,
} from '#client/appliances/state/appliances-state.ts'
import {
  invitationAccepted,
  invitationRemoved,
  isCompanyOfInvitation,
} from '#client/appliances/state/invitation-slice.ts'
import { createReturnLink } from '#client/appliances/provider/invitation/return-link.ts'
import type { EffectListeners } from './effects.ts'
import { failuresClosed, showOutcomesInToasts } from './toasts-slice.ts'

const calls = [
  renameAppliance,
  saveAddress,
  addProvider,
  removeProvider,
  renewConsent,
  addSupport,
  withdrawSupport,
] as const

/** Starts the effects of changes of name, address, service provider and customer support. Specification 4 and 8. */
export function startServiceEffects(listeners: EffectListeners): void {
  const refusalTexts = { 'consent-text-changed': 'toast.consent-text-changed' } as const
  showOutcomesInToasts(listeners, renameAppliance, {
    done: 'toast.renamed',
    failed: null,
    failedLater: 'rename.failed',
  })
  showOutcomesInToasts(listeners, saveAddress, {
    done: ({ isNew }) => (isNew ? 'toast.address-added' : 'toast.address-edited'),
    failed: 'toast.address-failed',
  })
  showOutcomesInToasts(listeners, removeProvider, {
    done: 'toast.provider-removed',
    failed: 'toast.provider-remove-failed',
  })
  showOutcomesInToasts(listeners, addProvider, {
    done: 'toast.provider-added',
    failed: 'toast.provider-add-failed',
    refused: refusalTexts,
  })
  showOutcomesInToasts(listeners, renewConsent, {
    done: 'toast.consent-updated',
    failed: 'toast.consent-failed',
    refused: refusalTexts,
  })
  showOutcomesInToasts(listeners, addSupport, {
    done: 'toast.support-added',
    failed: 'toast.support-add-failed',
    refused: refusalTexts,
  })
  showOutcomesInToasts(listeners, withdrawSupport, {
    done: 'toast.support-removed',
    failed: 'toast.support-remove-failed',
  })
  followAdded(listeners)
  followNotified(listeners)
  followInvited(listeners)
  followRefused(listeners)
  followCancelled(listeners)
}

/** Subscribes again after a company was added. Specification 4.11. */
function followAdded({ startListening }: EffectListeners): void {
  for (const { fulfilled } of [addProvider, addSupport]) {
    startListening({
      actionCreator: fulfilled,
      effect: async (_, { dispatch, getState }) => {
        await dispatch(replaceAllSubscriptions(selectApplianceIds(getState())))
      },
    })
  }
}

/**
 * Reads an appliance after a notification of a change. First waits for the app's own calls about this appliance. If an
 * answer to one of these calls already has the change, reads nothing.
 */
function followNotified({ startListening }: EffectListeners): void {
  startListening({
    actionCreator: serviceChangeNotified,
    effect: async ({ payload: { id, seq } }, { condition, dispatch, getState }) => {
      while (selectHasRunningOperation(getState(), id))
        await condition((_, state) => !selectHasRunningOperation(state, id))
      const appliance = selectAppliance(getState(), id)
      if (appliance && seq > appliance.service.seq) await dispatch(reloadAppliance(id))
    },
  })
}

/**
 * After a service provider was added, deletes the invitation. If the invitation of that provider had a return link,
 * shows the link. Specification 13.9.
 */
function followInvited({ startListening }: EffectListeners): void {
  startListening({
    actionCreator: addProvider.fulfilled,
    effect: async ({ payload: connection, meta: { arg } }, { dispatch, getState }) => {
      const { invitation } = getState()
      dispatch(invitationRemoved())
      if (!isCompanyOfInvitation(invitation, arg.companyId)) return
      const { wayBack } = invitation
      const contract = connection?.service.contracts.find((each) => each.companyType === 'SUPPORT')
      if (!wayBack || !contract) return
      await dispatch(createReturnLink({ wayBack, applianceId: arg.id, contract }))
    },
  })
  startListening({
    actionCreator: createReturnLink.fulfilled,
    effect: ({ payload }, { dispatch }) => void dispatch(invitationAccepted(payload)),
  })
}

/** Reads the list after a refused call, because the appliance may have been changed or deleted elsewhere. */
function followRefused({ startListening }: EffectListeners): void {
  for (const { rejected } of [reloadAppliance, ...calls] as const) {
    startListening({
      actionCreator: rejected,
      effect: async ({ payload }, { dispatch }) => {
        if (payload?.kind === 'refused') await dispatch(loadAppliances())
      },
    })
  }
}

/** Removes the toasts about failures when the person cancels or leaves the form. */
function followCancelled({ startListening }: EffectListeners): void {
  const cancelActions = [editingCancelled, addEditingCancelled, providerFormCancelled]
  for (const actionCreator of [...cancelActions, editingReset, accountFormClosed]) {
    startListening({ actionCreator, effect: (_, { dispatch }) => void dispatch(failuresClosed()) })
  }
}
