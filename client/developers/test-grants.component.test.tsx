import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { programApi } from '#contract/program-api.ts'
import type { PartnerProgram, TestGrant } from '#contract/programs.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { DevelopersPage } from './developers-page.tsx'

const grantOf = (id: string, applianceName: string): TestGrant => {
  return { id, applianceName, datatypes: ['status'], until: '2027-03-01' }
}

const program: PartnerProgram = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Energy diary',
  contactEmail: 'dev@example.com',
  clientType: 'public',
  redirectUris: [],
  jwks: null,
  state: 'sandbox',
  company: null,
  testAppliances: [],
  testGrants: [
    grantOf('55555555-5555-4555-8555-555555555551', 'Boiler 1'),
    grantOf('55555555-5555-4555-8555-555555555552', 'Boiler 2'),
  ],
  createdAt: '2026-03-01T13:03:00Z',
}

test('two grants that are ended at the same time are both removed from the list', async () => {
  const ended = Promise.withResolvers<null>()
  const { user } = await renderPart(
    <DevelopersPage fetch={() => new Promise(() => {})} origin="https://example.com" />,
    {
      answers: {
        [callKeyOf(programApi.listPrograms)]: { items: [program], total: 1 },
        [callKeyOf(programApi.endTestGrant)]: ended.promise,
      },
    },
  )
  await user.click(await screen.findByText('Test appliances'))
  for (const button of screen.getAllByRole('button', { name: 'End' })) await user.click(button)
  ended.resolve(null)
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'End' })).toEqual([]))
  expect(screen.getByText('You share none of them with the program.')).toHaveFocus()
})
