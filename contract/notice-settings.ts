import * as z from 'zod/mini'
import { type NoticeCategory, noticeChannels } from './notices.ts'
import { lowerCaseUuid } from './text-schemas.ts'
import { parseWebAddress } from './web-address.ts'

/** The choice for one category of notices: whether the portal, email and push deliver them. */
export const channelChoice = z.strictObject({ portal: z.boolean(), mail: z.boolean(), push: z.boolean() })

export type ChannelChoice = z.infer<typeof channelChoice>

// The categories for which an appliance can have its own choices. `people` is absent in older stored settings.
const ofAppliance = {
  heating: channelChoice,
  service: channelChoice,
  data: channelChoice,
  people: z.optional(channelChoice),
}

/** The choices for one appliance, which override the choices for all appliances. */
export const applianceChoices = z.strictObject(ofAppliance)

export type ApplianceChoices = z.infer<typeof applianceChoices>

/**
 * The choice for security notices. A choice without portal or email is refused with the code `always`, because an
 * intruder would first turn these channels off.
 */
const securityChoice = channelChoice.check(
  z.refine(({ portal }) => portal, { error: 'always', path: ['portal'] }),
  z.refine(({ mail }) => mail, { error: 'always', path: ['mail'] }),
)

export const noticeChoices = z.strictObject({ ...ofAppliance, security: securityChoice })

export type NoticeChoices = z.infer<typeof noticeChoices>

/** The channels of each category for a person who has not changed them. Specification 23.1. */
export const defaultNoticeChoices: Readonly<Record<NoticeCategory, ChannelChoice>> = {
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
  // Refuses UTC offsets such as `+02:00`. Some runtimes accept them as time zones, but an offset has no summer time.
  if (!/^[a-z]/i.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The hours of each day in which emails and push messages wait until `to`, in the time zone `zone`. If `to` is
 * smaller than `from`, the hours span midnight.
 *
 * `errorsBreakThrough`: notices about an ERROR do not wait. Security notices, emergencies and takeovers never wait.
 */
export const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay, zone: timeZone, errorsBreakThrough: z.boolean() })
  .check(z.refine(({ from, to }) => from !== to, { error: 'same', path: ['to'] }))

export type QuietHours = z.infer<typeof quietHours>

/** The maximum number of appliances for which a person can have separate choices. */
export const maxAppliancesWithChoices = 100

/**
 * The body of PUT /api/2/notices/settings. `appliances`: the choices for single appliances. Until `pausedUntil` (RFC
 * 3339) the portal sends no emails or push messages, except emergencies, takeovers, and notices about security.
 * Specification 23.7.
 */
export const noticeSettings = z.strictObject({
  choices: noticeChoices,
  appliances: z.array(z.strictObject({ connectionId: lowerCaseUuid, choices: applianceChoices })).check(
    z.maxLength(maxAppliancesWithChoices),
    z.refine((items) => new Set(items.map(({ connectionId }) => connectionId)).size === items.length, {
      error: 'repeated',
    }),
  ),
  quietHours: z.nullable(quietHours),
  pausedUntil: z.nullable(z.iso.datetime()),
})

export type NoticeSettings = z.infer<typeof noticeSettings>

/**
 * The email address of a person, and its verification.
 * - `address`: the verified address to which emails go, or null.
 * - `unverified`: the contact email, or without one the sign-in address, if that is not verified; otherwise null.
 * - `codeUntil` (RFC 3339): the expiry of the code that was sent to the unverified address; null if there is no valid
 *   code.
 */
export const emailStatus = z.object({
  address: z.nullable(z.string()),
  unverified: z.nullable(z.string()),
  codeUntil: z.nullable(z.string()),
})

export type EmailStatus = z.infer<typeof emailStatus>

/**
 * The answer of GET and PUT /api/2/notices/settings: the settings, the channels that the operator has configured, the
 * address for emails, and the public key for push subscriptions (RFC 8292; null if push is not configured).
 */
export const noticeSettingsAnswer = z.extend(noticeSettings, {
  channels: z.array(z.enum(noticeChannels)),
  mail: emailStatus,
  pushKey: z.nullable(z.string()),
})

export type NoticeSettingsAnswer = z.infer<typeof noticeSettingsAnswer>

/** The notice settings of a person who has not changed them. */
export const defaultNoticeSettings: NoticeSettings = {
  choices: defaultNoticeChoices,
  appliances: [],
  quietHours: null,
  pausedUntil: null,
}

/**
 * Returns the channels for a category and an appliance. `connectionId` is null for a notice that is not about an
 * appliance.
 */
export function findChannelChoice(
  { choices, appliances }: Pick<NoticeSettings, 'choices' | 'appliances'>,
  { category, connectionId }: { category: NoticeCategory; connectionId: string | null },
): ChannelChoice {
  if (category === 'security') return choices.security
  const own = appliances.find((one) => one.connectionId === connectionId)
  return (own?.choices ?? choices)[category] ?? defaultNoticeChoices[category]
}

/** The address of a browser at its push service, as in `PushSubscription.toJSON()`. RFC 8030. */
export const pushEndpoint = z.string().check(
  z.maxLength(1_000, { error: 'max-length' }),
  z.refine((address) => parseWebAddress(address) !== null, { error: 'pattern' }),
)

export const pushSubscription = z.strictObject({
  endpoint: pushEndpoint,
  keys: z.strictObject({
    // A point of P-256, and a secret of 16 bytes. RFC 8291, section 2.
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/, { error: 'pattern' })),
    auth: z.string().check(z.regex(/^[\w-]{22}(?:==)?$/, { error: 'pattern' })),
  }),
})

/** The path of the endpoints that add, list and remove push subscriptions. The service worker also calls it. */
export const pushSubscriptionsPath = '/api/2/notices/push-subscriptions'

/** The answer of POST /api/2/notices/push-subscriptions, and the body of DELETE. */
export const pushEndpointBody = z.strictObject({ endpoint: pushEndpoint })

export type PushSubscriptionBody = z.infer<typeof pushSubscription>

/**
 * The limits of the code that verifies an email address: its number of digits, the minutes for which it is valid, and
 * the number of wrong tries after which it becomes invalid.
 */
export const mailCodeLimits = { digits: 6, minutes: 15, tries: 5 } as const

/**
 * The body of POST /api/2/users/me/email-verification. Without `code`, the portal sends a code by email. With the
 * right `code`, the address becomes verified.
 */
export const emailVerification = z.strictObject({
  code: z.optional(
    z.string().check(z.maxLength(20, { error: 'pattern' }), z.trim(), z.regex(/^\d{6}$/, { error: 'pattern' })),
  ),
})

/** The maximum number of browsers of one person that get push messages. */
export const maxPushSubscriptions = 20

/**
 * A browser that gets push messages. `browser` and `system`: its name and operating system, null if the browser does
 * not send them. Times are RFC 3339. `lastUsedAt`: when the portal was last open in this browser, accurate to a few
 * minutes. `thisBrowser`: whether this browser sent the request.
 */
export const listedPushBrowser = z.object({
  id: z.uuid(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  thisBrowser: z.boolean(),
})

export type ListedPushBrowser = z.infer<typeof listedPushBrowser>

/** The answer of GET /api/2/notices/push-subscriptions. The newest browser is first. */
export const pushBrowserList = z.object({ items: z.array(listedPushBrowser) })

export type PushBrowserList = z.infer<typeof pushBrowserList>
