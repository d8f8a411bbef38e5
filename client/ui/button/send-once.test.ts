import { expect, test } from 'vitest'
import { createSingleRunner } from './send-once.ts'

test('a double click sends once', () => {
  let sent = 0
  const press = createSingleRunner(() => {})
  const { promise } = Promise.withResolvers<void>()
  const send = () => {
    sent += 1
    return promise
  }
  press(send)
  press(send)
  expect(sent).toBe(1)
})

test('the button is pending until the answer arrives', async () => {
  const seen: boolean[] = []
  const press = createSingleRunner((isUnderWay) => seen.push(isUnderWay))
  const { promise, resolve } = Promise.withResolvers<void>()
  press(() => promise)
  expect(seen).toEqual([true])
  resolve()
  await expect.poll(() => seen).toEqual([true, false])
})

test('after the answer it can be pressed again', async () => {
  let sent = 0
  let isWorking = false
  const press = createSingleRunner((isUnderWay) => (isWorking = isUnderWay))
  const send = async () => {
    sent += 1
  }
  press(send)
  await expect.poll(() => isWorking).toBe(false)
  press(send)
  expect(sent).toBe(2)
})

test('a synchronous action never delays the next press', () => {
  let done = 0
  const press = createSingleRunner(() => {})
  press(() => void done++)
  press(() => void done++)
  expect(done).toBe(2)
})
