import { expect, test } from 'vitest'
import { createAnalytics, hasMarketingConsent } from './analytics.ts'

test.each([
  ['cedar_privacy=version=2&marketing=1', true],
  ['a=b; cedar_privacy=version%3D2%26marketing%3D1', true],
  ['cedar_privacy=version=2&marketing=0', false],
  ['cedar_privacy=version=1&marketing=1', false],
  ['birch_privacy=version=2&marketing=1', false],
  ['cedar_privacy=%E0%A4%A', false],
  ['', false],
])('%o is marketing consent: %o', (cookies, isConsent) => {
  expect(hasMarketingConsent(cookies, 'cedar_privacy')).toBe(isConsent)
})

test('events go to the data layer only while there is marketing consent', () => {
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

test('a page without analytics goes on', () => {
  const { report, mayReport } = createAnalytics({
    cookies: () => 'x=version=2&marketing=1',
    privacyCookie: 'x',
    dataLayer: () => undefined,
  })
  expect(() => report({ event: 'add_appliance_form_cancel' })).not.toThrow()
  expect(mayReport()).toBe(false)
})
