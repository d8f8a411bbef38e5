import type { Locator, Page } from '@playwright/test'
import { abortWrites } from './abort-writes.ts'
import { expect, test } from './fixtures.ts'
import type { PersonApi } from './people.ts'

type Box = { x: number; y: number; width: number; height: number }

async function boxesOf(elements: Locator): Promise<Box[]> {
  return elements.evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
}

function overlap(a: Box, b: Box): boolean {
  const hair = 1
  return (
    a.x + a.width > b.x + hair &&
    b.x + b.width > a.x + hair &&
    a.y + a.height > b.y + hair &&
    b.y + b.height > a.y + hair
  )
}

async function exportPath(api: PersonApi): Promise<string> {
  const answer = await api('GET', '/api/2/connections?brand=cedar')
  const { items } = (await answer.json()) as { items: { id: string }[] }
  return `/appliances/${items[0]?.id}/data-export`
}

/** Doubles the text size without any other change. */
async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
}

/** Simulates a browser without a hyphenation dictionary. */
async function hyphenateNothing(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { hyphens: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
}

/** Returns the words of the elements that are broken across two lines. Runs in the page. */
function brokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[^\s-]+/gu)) {
        const range = new Range()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  })
}

for (const locale of ['en-GB', 'de-DE']) {
  test.describe(`nothing is cut off or covered, ${locale}`, () => {
    test.use({ locale })

    test('the period buttons fit their texts and are side by side', async ({ page, signIn, api }) => {
      await signIn(page, 'owner')
      await page.goto(await exportPath(await api('owner')))
      const radios = page.getByRole('radiogroup').getByRole('radio')
      await expect(radios).toHaveCount(4)
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const boxes = await boxesOf(radios)
        const covered = boxes.flatMap((box, index) => boxes.slice(index + 1).filter((other) => overlap(box, other)))
        expect(covered, `${width}`).toEqual([])
        const spilling = await page
          .getByRole('radiogroup')
          .locator('label')
          .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
        expect(spilling, `${width}`).toBe(0)
      }
    })

    test('the temperatures are in one row, or the room in a row before the others', async ({ page, signIn }) => {
      await signIn(page, 'owner')
      await page.goto('/appliances')
      const values = allValues(page).locator('> div')
      await expect(values).toHaveCount(4)
      for (const width of [320, 360, 640, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const rows = Map.groupBy(await boxesOf(values), ({ y }) => Math.round(y))
        expect([[4], [1, 3]], `${width}`).toContainEqual([...rows.values()].map(({ length }) => length))
      }
    })

    test('with doubled text size the words of the navigation are not broken', async ({ page, signIn }) => {
      await page.setViewportSize({ width: 768, height: 800 })
      await signIn(page, 'owner')
      await page.goto('/appliances')
      const links = page.getByRole('navigation').getByRole('link')
      await expect(links.first()).toBeVisible()
      await hyphenateNothing(page)
      await enlargeText(page)
      expect(await links.evaluateAll(brokenWords)).toEqual([])
    })

    test('the name of a temperature fits on the smallest phones', async ({ page, signIn }) => {
      await page.setViewportSize({ width: 320, height: 800 })
      await signIn(page, 'owner')
      await page.goto('/appliances')
      const names = allValues(page).locator('dt')
      await expect(names).toHaveCount(4)
      await hyphenateNothing(page)
      expect(await names.evaluateAll(brokenWords)).toEqual([])
    })

    test('the button that withdraws a consent begins a line if it has none next to it', async ({ page, signIn }) => {
      await page.setViewportSize({ width: 320, height: 800 })
      await signIn(page, 'owner')
      await page.goto('/appliances')
      const card = page.getByRole('article').first()
      await card.getByRole('tab', { name: 'Cedar' }).click()
      const line = card.getByRole('tabpanel')
      const withdraw = line.getByRole('button', { name: /consent|Einwilligung/u })
      await expect(withdraw).toBeVisible()
      const [button] = await boxesOf(withdraw)
      const [panel] = await boxesOf(line)
      expect(Math.round((button?.x ?? 0) - (panel?.x ?? 0))).toBe(0)
    })

    test('with doubled text size the tabs stay within their card', async ({ page, signIn }) => {
      await page.setViewportSize({ width: 390, height: 800 })
      await signIn(page, 'owner')
      await page.goto('/appliances')
      const tabs = page.getByRole('article').first().getByRole('tablist')
      await expect(tabs).toBeVisible()
      await enlargeText(page)
      expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    })
  })
}

test('a signed-out person chooses the language at the end of the header, at any width', async ({ page }) => {
  await page.goto('/auth-failed')
  const language = page.getByRole('banner').getByRole('combobox')
  await expect(language).toBeVisible()
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [box] = await boxesOf(language)
    expect(width - (box?.x ?? 0) - (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(24)
  }
})

test('on a phone a covered button can be scrolled out from under a message', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'ada')
  await page.goto('/account-add')
  const save = page.getByRole('button', { name: 'Save and continue' })
  await expect(save).toBeVisible()
  await page.getByLabel('First name').fill('Zoë')
  await page.route('**/api/2/users/me', abortWrites)
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Saving account data failed!')
  const again = page.waitForRequest('**/api/2/users/me')
  await save.click()
  expect((await again).method()).toBe('PATCH')
})

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [1280, 420],
] as const) {
  test(`a toast never covers the focused element, ${width}px`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'ada')
    await page.goto('/account-add')
    const save = page.getByRole('button', { name: 'Save and continue' })
    await expect(save).toBeVisible()
    await page.getByLabel('First name').fill('Zoë')
    await page.route('**/api/2/users/me', abortWrites)
    // Starts from scroll positions at which the toast would cover the button.
    for (const below of [8, 60, 120]) {
      await save.focus()
      await page.evaluate(
        ([button, px]) => window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight + px),
        [(await save.elementHandle()) as unknown as HTMLElement, below] as const,
      )
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('Saving account data failed!')
      await expect.poll(() => page.evaluate(isFocusUncovered), `${below} px above the edge`).toBe(true)
    }
    // Moves the focus back to elements that are under the toast.
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Shift+Tab')
      await expect.poll(() => page.evaluate(isFocusUncovered)).toBe(true)
    }
  })
}

for (const [width, height] of [
  [390, 844],
  [1280, 720],
] as const) {
  test(`a toast that appears does not cover the button of a form, ${width}px`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'ada')
    await page.goto('/account-add')
    const save = page.getByRole('button', { name: 'Save and continue' })
    await expect(save).toBeVisible()
    await page.getByLabel('First name').fill('Zoë')
    await page.route('**/api/2/users/me', abortWrites)
    await page.getByLabel('First name').evaluate((field) => field.focus({ preventScroll: true }))
    await save.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight + 30))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Saving account data failed!')
    const isOnTop = (button: Element) => {
      const { left, right, bottom } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint((left + right) / 2, bottom - 4))
    }
    await expect.poll(() => save.evaluate(isOnTop)).toBe(true)
  })
}

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [1280, 720],
] as const) {
  test(`the offline message stays in view on a scrolled page and never covers the focused element, ${width}px`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'owner')
    await page.goto('/appliances')
    await expect(page.getByRole('article')).toHaveCount(3)
    // Waits, because parts of the page that load late would move the focused element out of the window.
    await page.waitForLoadState('networkidle')
    const whole = page.getByText('You are offline. What you see may be out of date.')
    const short = page.getByText('You are offline', { exact: true })
    await page.context().setOffline(true)
    await expect(whole).toBeInViewport()
    await expect(short).toBeHidden()
    const last = page.getByRole('article').last().getByRole('tab').last()
    await last.focus()
    await last.evaluate((tab) => window.scrollBy(0, tab.getBoundingClientRect().top - 70))
    await expect(short).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(isFocusUncovered)).toBe(true)
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Shift+Tab')
      await expect.poll(() => page.evaluate(isFocusUncovered)).toBe(true)
    }
    await page.context().setOffline(false)
    await expect(short).toBeHidden()
  })
}

test('the groups of a serial number never break, and its text has no spaces', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await signIn(page, 'owner')
  await page.goto('/appliances')
  const serial = page.getByRole('article', { name: 'Boiler 1' }).locator('[translate="no"]', { hasText: '929220810' })
  for (const width of [40, 60, 90]) {
    await serial.evaluate((element, px) => ((element.parentElement as HTMLElement).style.width = `${px}px`), width)
    const groups = await boxesOf(serial.locator('span'))
    expect(groups).toHaveLength(3)
    expect(new Set(groups.map(({ y }) => y)).size, `${width} px`).toBe(1)
  }
})

test('a save that fails without network gives one message with the reason', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'ada')
  await page.goto('/account')
  // Waits, because parts of the page that fail to load offline would show other messages.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Edit account details' }).click()
  await page.getByLabel('First name').fill('Zoë')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save changes' }).click()
  const message = page.getByRole('alert')
  await expect(message).toHaveText(/^Saving account data failed! .+ You are offline\. Nothing is lost/u)
  await expect(message).toHaveCount(1)
})

/** Whether the focused element is completely visible, without an element in front of it. Runs in the page. */
function isFocusUncovered(): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body) return false
  const { left, top, width, height } = focused.getBoundingClientRect()
  return [0.1, 0.5, 0.9].every((part) => {
    const there = document.elementFromPoint(left + width / 2, top + height * part)
    return there !== null && (focused.contains(there) || there.contains(focused))
  })
}

test('on a screen enlarged to 400 % a question can be read, and the destructive button comes last', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await signIn(page, 'owner')
  await page.goto('/appliances')
  await page
    .getByRole('button', { name: /^Delete appliance/u })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('heading', { name: 'Delete appliance' })).toBeInViewport({ ratio: 1 })
  const text = dialog.getByText('You will no longer see this appliance.')
  await text.scrollIntoViewIfNeeded()
  await expect(text).toBeInViewport({ ratio: 1 })
  const answers = await boxesOf(dialog.getByRole('button', { name: /^(?:Cancel|Delete)$/u }))
  expect(answers[0]?.y).toBeLessThan(answers[1]?.y ?? 0)
  await expect(dialog.getByRole('button').nth(1)).toHaveText('Cancel')
})

test('the picture of the sticker stays within its tip on a screen enlarged to 400 %', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await signIn(page, 'owner')
  await page.goto('/appliances/add')
  // Opens the tooltip by hovering, because in the small window the tooltip covers its button.
  await page.getByRole('button', { name: 'Where do I find this?' }).last().hover()
  const tip = page.getByRole('tooltip')
  await expect(tip.getByRole('img')).toBeVisible()
  const [[outside], [inside]] = [await boxesOf(tip), await boxesOf(tip.getByRole('img'))]
  expect(outside && inside && inside.y + inside.height).toBeLessThanOrEqual((outside?.y ?? 0) + (outside?.height ?? 0))
  expect(outside && outside.y + outside.height).toBeLessThanOrEqual(256)
  expect(outside?.y).toBeGreaterThanOrEqual(0)
})

test('in a low window a menu and the notifications scroll', async ({ page, signIn }) => {
  await signIn(page, 'owner')
  for (const [width, height] of [
    [640, 400],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/appliances')
    await page
      .getByRole('button', { name: /^More actions/u })
      .first()
      .click()
    const last = page.getByRole('menuitem').last()
    await expect(last).toBeVisible()
    expect(await last.evaluate(heightInOverlay), `menu, ${height} px`).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    const body = page.getByRole('dialog').getByRole('link', { name: 'All notifications' }).locator('../../div')
    await expect(body).toBeVisible()
    expect(await body.evaluate(heightInOverlay), `notifications, ${height} px`).toBeGreaterThan(height / 3)
  }
})

/** Returns the height of an element, as far as its overlay and the window show it after scrolling. Runs in the page. */
function heightInOverlay(element: Element): number {
  element.scrollIntoView({ block: 'start' })
  const own = element.getBoundingClientRect()
  const overlay = element.closest('[data-placement]')?.getBoundingClientRect()
  const bottom = Math.min(own.bottom, overlay?.bottom ?? 0, window.innerHeight)
  return Math.round(bottom - Math.max(own.top, overlay?.top ?? 0, 0))
}

test('with forced colours the focus and the meaning of colours are visible', async ({ page, signIn, api }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, 'owner')
  await page.goto(await exportPath(await api('owner')))
  const groundOf = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).backgroundColor)
  const navigation = page.getByRole('navigation')
  expect(await groundOf(navigation.getByRole('link', { name: 'Appliances' }))).not.toBe(
    await groundOf(navigation.getByRole('link', { name: 'Info' })),
  )
  const chosen = page.getByRole('radiogroup').first().locator('label[data-selected]')
  expect(await groundOf(chosen)).not.toBe(await groundOf(page.locator('body')))
  const swatches = page.locator('figcaption li > span[aria-hidden]')
  await expect(swatches.first()).toBeVisible()
  expect(await groundOf(swatches.first())).not.toBe(await groundOf(page.locator('body')))
  await page.goto('/appliances/add')
  const panel = page.getByRole('radiogroup').locator('../..')
  expect(await panel.evaluate((shown) => getComputedStyle(shown).borderTopWidth)).toBe('1px')
})

/**
 * Finds the values of the first card that has four or more values. A simulated fault may remove a value from a card.
 */
function allValues(page: Page): Locator {
  return page.getByRole('article').locator('dl:has(> div:nth-child(4))').first()
}
