import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accessApi } from '#contract/access-api.ts'
import { loadAccessTexts } from '#client/i18n/late-texts.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { GrantRow } from './grant-row.tsx'
import { PersonAccessRow } from './person-access-row.tsx'

const props = {
  applianceId: '11111111-1111-4111-8111-111111111111',
  mayManage: true,
  onChanged: async () => undefined,
}

const rows = [
  {
    name: 'a person',
    endpoint: accessApi.removePerson,
    row: (
      <PersonAccessRow
        {...props}
        person={{
          personRef: 'p1',
          name: 'Nils',
          role: 'VIEWER',
          since: '2026-03-01T00:00:00Z',
          until: null,
          lastSeen: null,
          isMe: false,
        }}
      />
    ),
  },
  {
    name: 'a program',
    endpoint: accessApi.endSharing,
    row: (
      <GrantRow
        {...props}
        grant={{
          id: '22222222-2222-4222-8222-222222222222',
          clientName: 'Heat Watch',
          companyName: null,
          datatypes: ['status'],
          purpose: 'research',
          until: '2027-01-31',
          isSuspended: false,
        }}
      />
    ),
  },
]

test.each(rows)(
  'the question about $name does not show an earlier failure when it opens again',
  async ({ row, endpoint }) => {
    const refusal = { kind: 'refused', status: 403, code: 'not-allowed-in-role', errors: [], retryAfterS: null }
    const { user } = await renderPart(row, { answers: { [callKeyOf(endpoint)]: refusal }, texts: [loadAccessTexts] })
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Your role does not allow this.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await screen.findByRole('alertdialog')
    expect(screen.queryByText('Your role does not allow this.')).toBeNull()
  },
)
