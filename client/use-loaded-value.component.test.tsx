import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/client/render-part.tsx'
import { useLoadedValue } from './use-loaded-value.ts'

/** Renders a part that loads a text, and loads or changes it after a press. The test answers its loads. */
async function renderLoadedText() {
  const loads: PromiseWithResolvers<string>[] = []
  async function read(): Promise<string> {
    const load = Promise.withResolvers<string>()
    loads.push(load)
    return load.promise
  }
  function Part() {
    const { value, hasFailed, load, change } = useLoadedValue(read, null)
    return (
      <>
        <button onClick={() => void load()}>Load</button>
        <button onClick={() => change((text) => `${text}, changed`)}>Change</button>
        <p>{value ?? 'nothing'}</p>
        {hasFailed && <p>failed</p>}
      </>
    )
  }
  const { user } = await renderPart(<Part />)
  return { loads, press: async (name: string) => user.click(screen.getByRole('button', { name })) }
}

test('the answer to an earlier load is ignored', async () => {
  const { loads, press } = await renderLoadedText()
  await press('Load')
  loads[1]?.resolve('second')
  expect(await screen.findByText('second')).toBeVisible()
  loads[0]?.resolve('first')
  await loads[0]?.promise
  await press('Load')
  await press('Load')
  expect(screen.getByText('second')).toBeVisible()
  loads[3]?.resolve('fourth')
  expect(await screen.findByText('fourth')).toBeVisible()
  loads[2]?.reject(new Error('no network'))
  await loads[2]?.promise.catch(() => undefined)
  await press('Change')
  expect(screen.getByText('fourth, changed')).toBeVisible()
  expect(screen.queryByText('failed')).toBeNull()
})

test('the answer to a load that began before a change is ignored', async () => {
  const { loads, press } = await renderLoadedText()
  await press('Change')
  loads[0]?.resolve('first')
  expect(await screen.findByText('first')).toBeVisible()
  await press('Load')
  await press('Change')
  loads[1]?.resolve('first again')
  await loads[1]?.promise
  await press('Change')
  expect(screen.getByText('first, changed, changed')).toBeVisible()
})
