import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { takeoverApi } from '#contract/takeover-api.ts'
import { loadAccessTexts } from '#client/i18n/late-texts.ts'
import { createApiConnection } from '#test/client/api-connection.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { TakeoverRequest } from './takeover-request.tsx'

const takeover = { id: '66666666-6666-4666-8666-666666666666', name: 'Nils', until: '2026-12-01T00:00:00Z' }

/** Renders the request and objects to it. Returns the number of reloads. */
async function object(code: string) {
  let reloadCount = 0
  const { user } = await renderPart(
    (appliance) => (
      <TakeoverRequest
        appliance={appliance}
        takeover={takeover}
        onChanged={async () => {
          reloadCount += 1
        }}
      />
    ),
    {
      connections: [createApiConnection()],
      answers: {
        [callKeyOf(takeoverApi.answerTakeover)]: { kind: 'refused', status: 403, code, errors: [], retryAfterS: null },
      },
      texts: [loadAccessTexts],
    },
  )
  await user.click(screen.getByRole('button', { name: 'Object' }))
  await screen.findByRole('alert')
  return { user, reloadCount: () => reloadCount }
}

test('if the sign-in is too old, the page does not reload the access', async () => {
  const { reloadCount } = await object('sign-in-too-old')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Object' })).not.toHaveAttribute('aria-disabled'))
  expect(reloadCount()).toBe(0)
})

test('after another failure, the page reloads the access, and the question does not show the failure', async () => {
  const { user, reloadCount } = await object('not-found')
  await waitFor(() => expect(reloadCount()).toBe(1))
  await user.click(screen.getByRole('button', { name: 'Agree' }))
  await screen.findByRole('alertdialog')
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
})
