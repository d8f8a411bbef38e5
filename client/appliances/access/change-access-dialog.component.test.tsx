import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { accessApi } from '#contract/access-api.ts'
import { loadAccessTexts } from '#client/i18n/late-texts.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { ChangeAccessDialog } from './change-access-dialog.tsx'

const person = {
  personRef: 'p1',
  name: 'Nils',
  role: 'VIEWER',
  since: '2026-03-01T00:00:00Z',
  until: null,
  lastSeen: null,
  isMe: false,
} as const

test('the dialog closes without waiting for the reload of the page', async () => {
  const onClose = vi.fn()
  const { user } = await renderPart(
    <ChangeAccessDialog
      applianceId="11111111-1111-4111-8111-111111111111"
      person={person}
      name="Nils"
      isOpen
      onClose={onClose}
      onChanged={async () => new Promise(() => undefined)}
    />,
    { answers: { [callKeyOf(accessApi.changePerson)]: {} }, texts: [loadAccessTexts] },
  )
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-disabled')
})
