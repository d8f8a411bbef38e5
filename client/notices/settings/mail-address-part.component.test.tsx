import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { noticeSettingsApi } from '#contract/notice-settings-api.ts'
import type { EmailStatus } from '#contract/notice-settings.ts'
import { noticeTextLoaders } from '#client/i18n/notice-texts.ts'
import { callKeyOf, renderPart } from '#test/client/render-part.tsx'
import { MailAddressPart } from './mail-address-part.tsx'

const unverified: EmailStatus = { address: null, unverified: 'ada@example.com', codeUntil: null }

function Part() {
  const [mail, setMail] = useState(unverified)
  return <MailAddressPart mail={mail} onChange={setMail} />
}

test('the text that a code was sent appears in a live region that exists before', async () => {
  const { user } = await renderPart(<Part />, {
    answers: {
      [callKeyOf(noticeSettingsApi.verifyEmail)]: { ...unverified, codeUntil: '2026-03-01T14:03:00Z' },
    },
    texts: noticeTextLoaders,
  })
  const region = screen.getByText(/^No emails are sent until you confirm your address/u).closest('[aria-live]')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  const sent = await screen.findByText(/^We have sent a code/u)
  expect(region).toContainElement(sent)
})
