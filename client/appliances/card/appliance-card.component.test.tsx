import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Connection } from '#contract/appliance.ts'
import { loadCardTabTexts, loadClaimTexts } from '#client/i18n/late-texts.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { renderPart } from '#test/client/render-part.tsx'
import { statusPushed } from '../state/appliances-slice.ts'
import { freshnessChanged } from '../state/freshness.ts'
import { idsAddedSinceLoad } from '../state/ids-added-since-load.ts'
import { idsWithNextSteps } from '../state/ids-with-next-steps.ts'
import { ApplianceCard } from './appliance-card.tsx'

afterEach(() => {
  idsAddedSinceLoad.remove(createApiConnection().id)
  idsWithNextSteps.remove(createApiConnection().id)
})

beforeEach(() => {
  // jsdom has no layout, so nothing comes near the screen.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  return () => vi.unstubAllGlobals()
})

/** Renders the card of one appliance. `turn` sends a status as the server does. */
async function renderCard(changes: Partial<Connection>) {
  const connection = createApiConnection(changes)
  const { user, store } = await renderPart((appliance) => <ApplianceCard appliance={appliance} />, {
    connections: [connection],
    texts: [loadCardTabTexts, loadClaimTexts],
  })
  let seq = 10
  const turn = (status: Connection['gatewayStatus'], since: string | null = '2026-03-01T14:03:00Z') => {
    seq += 1
    act(() => void store.dispatch(statusPushed({ id: connection.id, fault: null, seq, status, since, at: Date.now() })))
  }
  return { user, store, turn }
}

const offline = 'Please check that the gateway has power and internet.'

/** Where the card says that all is well: in the line of the chip, or in the space of an earlier sentence. */
function wellPosition(): string {
  const sentence = screen.getByText('All is well.')
  return sentence.closest('header') ? 'chip' : (sentence.closest('[data-last]')?.getAttribute('data-last') ?? 'none')
}

test('a card that is well says it in the line of the chip', async () => {
  await renderCard({})
  expect(wellPosition()).toBe('chip')
})

test('the sentence that all is well takes the space of the sentence before, until nobody sees the page', async () => {
  const { turn } = await renderCard({ gatewayStatus: 'OFFLINE' })
  const sentence = screen.getByText(offline, { exact: false }).textContent
  turn('WORKING')
  expect(wellPosition()).toBe(sentence)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  visibility.mockRestore()
  expect(wellPosition()).toBe('chip')
  turn('OFFLINE')
  expect(screen.queryByText('All is well.')).toBeNull()
})

test('the space of a sentence is not kept if the card has shown none in between', async () => {
  const { store, turn } = await renderCard({ gatewayStatus: 'UNKNOWN', statusSince: null })
  act(() => void store.dispatch(freshnessChanged({ kind: 'old', at: Date.now(), cause: 'silent' })))
  expect(screen.getByText(/^This may be out of date\./u)).toBeVisible()
  act(() => void store.dispatch(freshnessChanged({ kind: 'live' })))
  expect(screen.queryByText(/^This may be out of date\./u)).toBeNull()
  turn('WORKING')
  expect(wellPosition()).toBe('chip')
})

test.each([
  { when: 'right after a claim', isNew: true, isJustConnected: true, buttons: ['Enter the address', 'Add address'] },
  { when: 'when the page is opened again', isNew: true, isJustConnected: false, buttons: ['Add address'] },
  { when: 'after a claim whose steps are hidden', isNew: false, isJustConnected: true, buttons: ['Add address'] },
])(
  '$when, one button of the card is the main one, and asks for the address',
  async ({ isNew, isJustConnected, buttons }) => {
    const { id } = createApiConnection()
    if (isNew) idsWithNextSteps.add(id)
    if (isJustConnected) idsAddedSinceLoad.add(id)
    await renderCard({})
    if (isNew) await screen.findByRole('heading', { name: 'Next steps' })
    const asking = screen
      .getAllByRole('button')
      .filter(({ textContent }) => /^(?:Enter the|Add) address$/u.test(textContent ?? ''))
    expect(asking.map(({ textContent }) => textContent)).toEqual(buttons)
    expect(asking.map(({ className }) => /primary/u.test(className))).toEqual(buttons.map((_, index) => index === 0))
  },
)
