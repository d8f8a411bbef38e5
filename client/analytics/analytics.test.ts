import { expect, test } from 'vitest'
import { createAnalytics } from './analytics.ts'

test('events go to the data layer only with marketing consent', () => {
  const pushed: unknown[] = []
  let cookies = 'cedar_privacy=version=2&marketing=1'
  const { report, mayReport } = createAnalytics({
    cookies: () => cookies,
    privacyCookie: 'cedar_privacy',
    dataLayer: () => ({ push: (event) => pushed.push(event) }),
  })
  report({ event: 'add_appliance_form_cancel' })
  expect(mayReport()).toBe(true)
  cookies = ''
  expect(mayReport()).toBe(false)
  report({ event: 'add_appliance_form_submit_success' })
  expect(pushed).toEqual([{ event: 'add_appliance_form_cancel' }])
})

test('a page without analytics continues normally', () => {
  const { report, mayReport } = createAnalytics({
    cookies: () => 'x=version=2&marketing=1',
    privacyCookie: 'x',
    dataLayer: () => undefined,
  })
  expect(() => report({ event: 'add_appliance_form_cancel' })).not.toThrow()
  expect(mayReport()).toBe(false)
})
