import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPart } from '#test/client/render-part.tsx'
import { MenuButton } from './menu-button.tsx'

test('an entry of the menu is named by its label, and described by the line below', async () => {
  const items = [{ id: 'access', label: 'Access', description: 'Who can see this', href: '/appliances/1/access' }]
  await renderPart(<MenuButton label="Actions of the boiler" items={items} />)
  await userEvent.click(screen.getByRole('button', { name: 'Actions of the boiler' }))
  const entry = await screen.findByRole('menuitem', { name: 'Access' })
  expect(entry).toHaveAccessibleDescription('Who can see this')
})
