import type { Page } from '@playwright/test'
import { firstAnswersId, listFirstCalls } from '#contract/first-calls.ts'
import type { PersonApi } from './people.ts'

/**
 * Makes the page send its first API requests, instead of using the answers in the document. Tests that observe or
 * replace the requests need this. Call this function before the page opens.
 */
export async function disableFirstAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.firstAnswers = new Map()
  })
}

/** Adds the API's answers for this person to the document of `path`, because a busy server omits them. */
export async function embedFirstAnswers(page: Page, api: PersonApi, path: string): Promise<void> {
  const answers = await Promise.all(
    listFirstCalls(path, 'cedar').map(async (url) => [url, await (await api('GET', url)).json()]),
  )
  const json = JSON.stringify(Object.fromEntries(answers)).replaceAll('<', '\\u003c')
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace(`id="${firstAnswersId}"`, '')
    const brought = `<script type="application/json" id="${firstAnswersId}">${json}</script>`
    await route.fulfill({ response, body: html.replace(/<body[^>]*>/u, (tag) => `${tag}${brought}`) })
  })
}
