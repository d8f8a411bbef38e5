import { isPending } from '@reduxjs/toolkit'
import {
  addProvider,
  addSupport,
  loadAppliances,
  refreshSubscriptions,
  reloadAppliance,
  removeProvider,
  renewConsent,
  saveAddress,
  withdrawSupport,
} from '#client/appliances/appliance-calls.ts'
import { selectApplianceIds } from '#client/appliances/appliances-state.ts'
import { invitationAccepted, invitationRemoved } from '#client/appliances/invitation-slice.ts'
import { offerWayBack } from '#client/appliances/provider/invitation/way-back.ts'
import type { MessageId } from '#client/i18n/text.ts'
import type { EffectParts, Listeners } from './effects.ts'
import { failuresClosed, toastFailure, toastShown } from './toasts-slice.ts'

type ServiceCall = typeof saveAddress | typeof addProvider | typeof removeProvider

const calls = [saveAddress, addProvider, removeProvider, renewConsent, addSupport, withdrawSupport] as const

/** What follows from address, service provider and customer support. Specification 4, 8 and 9. */
export function followServices(listeners: Listeners, parts: Pick<EffectParts, 'report'>): void {
  listeners.startListening({
    matcher: isPending(...calls),
    effect: (_, { dispatch }) => void dispatch(failuresClosed()),
  })
  tell(listeners, removeProvider, { done: 'toast.provider-removed', failed: 'toast.provider-remove-failed' })
  tell(listeners, addProvider, { done: 'toast.provider-added', failed: 'toast.provider-add-failed' })
  tell(listeners, renewConsent, { done: 'toast.consent-updated', failed: 'toast.consent-failed' })
  tell(listeners, addSupport, { done: 'toast.support-added', failed: 'toast.support-add-failed' })
  tell(listeners, withdrawSupport, { done: 'toast.support-removed', failed: 'toast.support-remove-failed' })
  followAddress(listeners, parts)
  followAdded(listeners, parts)
  followInvited(listeners, parts)
  followRefused(listeners)
}

type Words = { done: MessageId; failed: MessageId }

function tell({ startListening }: Listeners, call: ServiceCall, { done, failed }: Words): void {
  startListening({
    actionCreator: call.fulfilled,
    effect: (_, { dispatch }) => void dispatch(toastShown('success', done)),
  })
  tellFailure({ startListening }, call, failed)
}

function tellFailure(
  { startListening }: Pick<Listeners, 'startListening'>,
  call: ServiceCall,
  failed: MessageId,
): void {
  startListening({
    actionCreator: call.rejected,
    effect: ({ payload }, { dispatch }) => {
      toastFailure(dispatch, payload, failed)
    },
  })
}

function followAddress(listeners: Listeners, { report }: Pick<EffectParts, 'report'>): void {
  listeners.startListening({
    actionCreator: saveAddress.fulfilled,
    effect: ({ meta }, { dispatch }) => {
      dispatch(toastShown('success', meta.arg.isNew ? 'toast.address-added' : 'toast.address-edited'))
      report({ event: 'appliance_address_form_submit_success' })
    },
  })
  tellFailure(listeners, saveAddress, 'toast.address-failed')
}

/** A company that was added may know more of the appliance than this page does. Specification 4.11. */
function followAdded({ startListening }: Listeners, { report }: Pick<EffectParts, 'report'>): void {
  for (const { fulfilled } of [addProvider, addSupport]) {
    startListening({
      actionCreator: fulfilled,
      effect: async ({ meta }, { dispatch, getState }) => {
        await dispatch(reloadAppliance(meta.arg.id))
        await dispatch(refreshSubscriptions(selectApplianceIds(getState())))
      },
    })
  }
  startListening({
    actionCreator: addSupport.fulfilled,
    effect: () => report({ event: 'customer_support_form_submit_success' }),
  })
  startListening({
    actionCreator: addProvider.fulfilled,
    effect: () => report({ event: 'service_provider_form_submit_success' }),
  })
}

/** The stored company is forgotten; whoever it invited is offered the way back, if it allowed that. Specification 13.9. */
function followInvited({ startListening }: Listeners, { report }: Pick<EffectParts, 'report'>): void {
  startListening({
    actionCreator: addProvider.fulfilled,
    effect: async ({ payload: contract, meta: { arg } }, { dispatch, getState }) => {
      const { invitation } = getState()
      dispatch(invitationRemoved())
      if (invitation.kind !== 'invited' || invitation.companyId !== arg.companyId) return
      report({ event: 'invitation_accept' })
      const { wayBack } = invitation
      if (!wayBack || contract.companyType !== 'SUPPORT') return
      await dispatch(offerWayBack({ wayBack, applianceId: arg.id, contract }))
    },
  })
  startListening({
    actionCreator: offerWayBack.fulfilled,
    effect: ({ payload }, { dispatch }) => void dispatch(invitationAccepted(payload)),
  })
}

/** A refusal tells that the appliance is not as this page shows it, or gone: somebody changed it elsewhere. */
function followRefused({ startListening }: Listeners): void {
  startListening({
    actionCreator: reloadAppliance.rejected,
    effect: async ({ payload }, { dispatch }) => {
      if (payload?.kind === 'refused') await dispatch(loadAppliances())
    },
  })
  for (const { rejected } of calls) {
    startListening({
      actionCreator: rejected,
      effect: async ({ payload }, { dispatch }) => {
        if (payload?.kind === 'refused') await dispatch(loadAppliances())
      },
    })
  }
}
