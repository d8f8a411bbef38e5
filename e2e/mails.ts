import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type DeliveredMail = { to: string; subject: string; text: string; headers: Record<string, string> }

/** Waits for an email that `isWanted` accepts. Returns the newest one. Specification 18. */
export async function waitForMail(
  page: Page,
  baseURL: string | undefined,
  isWanted: (mail: DeliveredMail) => boolean,
): Promise<DeliveredMail> {
  const mailbox = `http://localhost:${Number(new URL(baseURL ?? '').port) + 7}/messages`
  const deliveredMails: DeliveredMail[] = []
  await expect
    .poll(
      async () => {
        const mails = (await (await page.request.get(mailbox)).json()) as DeliveredMail[]
        deliveredMails.splice(0, deliveredMails.length, ...mails.filter(isWanted))
        return deliveredMails.length
      },
      { timeout: 45_000 },
    )
    .toBeGreaterThan(0)
  return deliveredMails[0] as DeliveredMail
}

/** Returns the link of an invitation or hand-over in an email. */
export function findJoinLink({ text }: DeliveredMail): string {
  const [link = ''] = /https?:\S+\/join\/[\w-]+/u.exec(text) ?? []
  return link
}
