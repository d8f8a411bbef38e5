import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { LegalDocument, LegalDocumentKey } from '#contract/legal.ts'
import { renderPart } from '#test/client/render-part.tsx'
import { useLegalDocument } from './use-legal-document.ts'

const german: LegalDocumentKey = { language: 'de', country: 'AT', kind: 'imprint' }
const english = { ...german, language: 'en' } as const

/** Renders the state of loading the English document. The button changes the name to the German document. */
async function renderDocument(answers: (LegalDocument | null | Error)[]) {
  const asked: string[] = []
  function Part() {
    const [name, setName] = useState<LegalDocumentKey>(english)
    const { reading, retry } = useLegalDocument(async ({ language }) => {
      asked.push(language)
      const answer = answers.shift()
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer')
      return answer
    }, name)
    return (
      <>
        <button onClick={() => setName(german)}>German</button>
        <button onClick={() => void retry()}>Retry</button>
        <p>{reading.kind === 'loaded' ? `${reading.document.html} ${reading.isFallback}` : reading.kind}</p>
      </>
    )
  }
  const { user } = await renderPart(<Part />)
  return { asked, press: async (name: string) => user.click(screen.getByRole('button', { name })) }
}

test('a fallback document is loaded once, also after the address has changed to its language', async () => {
  const { asked, press } = await renderDocument([{ ...german, html: 'Impressum' }])
  await screen.findByText('Impressum true')
  await press('German')
  expect(screen.getByText('Impressum true')).toBeVisible()
  expect(asked).toEqual(['en'])
})

test('another document is loaded, and replaces the loaded one', async () => {
  const { asked, press } = await renderDocument([
    { ...english, html: 'Imprint' },
    { ...german, html: 'Impressum' },
  ])
  await screen.findByText('Imprint false')
  await press('German')
  await screen.findByText('Impressum false')
  expect(asked).toEqual(['en', 'de'])
})

test('a failure stays until the retry is answered; a document that does not exist is missing', async () => {
  const { asked, press } = await renderDocument([new Error('no network'), new Error('no network'), null])
  await screen.findByText('failed')
  await press('Retry')
  expect(screen.getByText('failed')).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(2))
  await press('Retry')
  await screen.findByText('missing')
})
