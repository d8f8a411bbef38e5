import * as z from 'zod/mini'
import { type NoticeCategory, noticeChannels } from './notices.ts'
import { id } from './text.ts'
import { parseWebAddress } from './web-address.ts'

/** The channels for a category. */
export const noticeChoice = z.strictObject({ portal: z.boolean(), mail: z.boolean(), push: z.boolean() })

export type NoticeChoice = z.infer<typeof noticeChoice>

// The choices that each appliance can override. `people` is absent in settings that the previous release stores or sends.
const ofAppliance = {
  heating: noticeChoice,
  service: noticeChoice,
  data: noticeChoice,
  people: z.optional(noticeChoice),
}

/** The choices for one appliance, which override those for all. */
export const applianceChoices = z.strictObject(ofAppliance)

export type ApplianceChoices = z.infer<typeof applianceChoices>

/** Security notices always use the portal and email, because an intruder would turn them off first (code `always`). */
const securityChoice = noticeChoice.check(
  z.refine(({ portal }) => portal, { error: 'always', path: ['portal'] }),
  z.refine(({ mail }) => mail, { error: 'always', path: ['mail'] }),
)

export const noticeChoices = z.strictObject({ ...ofAppliance, security: securityChoice })

export type NoticeChoices = z.infer<typeof noticeChoices>

/** The default choices. Specification 23.1. */
export const defaultChoices: Readonly<Record<NoticeCategory, NoticeChoice>> = {
  heating: { portal: true, mail: true, push: true },
  service: { portal: true, mail: true, push: false },
  data: { portal: true, mail: true, push: false },
  people: { portal: true, mail: true, push: false },
  security: { portal: true, mail: true, push: false },
}

/** A time of day, `22:00`. */
const timeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'pattern' }))

/** An IANA time zone, such as `Europe/Berlin`. */
export const timeZone = z
  .string()
  .check(z.maxLength(64, { error: 'max-length' }), z.refine(isTimeZone, { error: 'time-zone' }))

function isTimeZone(value: string): boolean {
  // Offsets such as `+02:00` would also be accepted, but have no summer time.
  if (!/^[a-z]/i.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * Hours of each day, in the person's time zone, without emails and push messages, which wait until `to`. They span
 * midnight if `to` is smaller. `errorsBreakThrough`: an ERROR does not wait.
 */
export const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, zone: timeZone, errorsBreakThrough: z.boolean() })
  .check(z.refine(({ from, to }) => from !== to, { error: 'same', path: ['to'] }))

export type QuietHours = z.infer<typeof quietHours>

/** The maximum number of appliances with their own choices. */
export const maxApplianceChoices = 100

/**
 * The body of PUT /api/2/notices/settings. `appliances` are those with their own choices, by connection. Until
 * `pausedUntil` (RFC 3339) notices only go to the portal, except those about security. Specification 23.7.
 */
export const noticeSettings = z.strictObject({
  choices: noticeChoices,
  appliances: z.array(z.strictObject({ connectionId: id, choices: applianceChoices })).check(
    z.maxLength(maxApplianceChoices),
    z.refine((items) => new Set(items.map(({ connectionId }) => connectionId)).size === items.length, {
      error: 'repeated',
    }),
  ),
  quietHours: z.nullable(quietHours),
  pausedUntil: z.nullable(z.iso.datetime()),
})

export type NoticeSettings = z.infer<typeof noticeSettings>

/**
 * The address for emails. `address` is null if there is none. `unverified`: the contact email until the person has
 * confirmed it; null if there is nothing to confirm. `codeUntil` (RFC 3339): the expiry of a code that was sent.
 */
export const emailStatus = z.object({
  address: z.nullable(z.string()),
  unverified: z.nullable(z.string()),
  codeUntil: z.nullable(z.string()),
})

export type EmailStatus = z.infer<typeof emailStatus>

/**
 * The answer of GET and PUT /api/2/notices/settings: the settings, the available channels, the address for emails,
 * and the public key for push subscriptions (RFC 8292), null without push.
 */
export const noticeSettingsAnswer = z.extend(noticeSettings, {
  channels: z.array(z.enum(noticeChannels)),
  mail: emailStatus,
  pushKey: z.nullable(z.string()),
})

export type NoticeSettingsAnswer = z.infer<typeof noticeSettingsAnswer>

/** The default settings. */
export const defaultSettings: NoticeSettings = {
  choices: defaultChoices,
  appliances: [],
  quietHours: null,
  pausedUntil: null,
}

/** The choice for a category and an appliance; null means without appliance. */
export function choiceOf(
  { choices, appliances }: Pick<NoticeSettings, 'choices' | 'appliances'>,
  { category, connectionId }: { category: NoticeCategory; connectionId: string | null },
): NoticeChoice {
  if (category === 'security') return choices.security
  const own = appliances.find((one) => one.connectionId === connectionId)
  return (own?.choices ?? choices)[category] ?? defaultChoices[category]
}

/** The body of POST and DELETE /api/2/notices/push-subscriptions, as from `PushSubscription.toJSON()` of a browser. */
export const pushEndpoint = z.string().check(
  z.maxLength(1_000, { error: 'max-length' }),
  z.refine((address) => parseWebAddress(address) !== null, { error: 'pattern' }),
)

export const pushSubscription = z.strictObject({
  endpoint: pushEndpoint,
  keys: z.strictObject({
    // A point of P-256 and 16 bytes. RFC 8291, section 2.
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/, { error: 'pattern' })),
    auth: z.string().check(z.regex(/^[\w-]{22}(?:==)?$/, { error: 'pattern' })),
  }),
})

/** The path for registering push subscriptions. */
export const pushSubscriptionsPath = '/api/2/notices/push-subscriptions'

/** The answer of POST, and the body of DELETE /api/2/notices/push-subscriptions. */
export const pushAddress = z.strictObject({ endpoint: pushEndpoint })

export type PushSubscriptionKeys = z.infer<typeof pushSubscription>

/** The digits of a code that verifies an email address, its validity, and the allowed wrong attempts. */
export const mailCode = { digits: 6, minutes: 15, tries: 5 } as const

/**
 * The body of POST /api/2/users/me/email-verification: without a code it requests one, with a code it confirms the
 * address.
 */
export const emailVerification = z.strictObject({
  code: z.optional(
    z.string().check(z.maxLength(20, { error: 'pattern' }), z.trim(), z.regex(/^\d{6}$/, { error: 'pattern' })),
  ),
})

/** The maximum number of browsers of a person with push messages. */
export const maxPushSubscriptions = 20

/**
 * A browser that gets push messages. `browser` and `system` are its name and operating system, null if it does not
 * send them. Times are RFC 3339; `lastUsedAt` is when the portal was last open in it, accurate to a few minutes.
 */
export const listedBrowser = z.object({
  id: z.uuid(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  thisBrowser: z.boolean(),
})

export type ListedBrowser = z.infer<typeof listedBrowser>

/**
 * The answer of GET /api/2/notices/push-subscriptions, newest first. `thisBrowser`: the id of the requesting browser.
 */
export const pushBrowserList = z.object({ items: z.array(listedBrowser) })

export type PushBrowserList = z.infer<typeof pushBrowserList>
