import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { type NoticeSettingsAnswer, defaultNoticeChoices } from '#contract/notice-settings.ts'
import type { NoticeChannel } from '#contract/notices.ts'
import type { Config } from '#server/config.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { createSessionDigestReader } from '#server/identity/session/session-cookies.ts'
import { chooseAddressOfPerson, type EmailTrust } from '../mail-address.ts'
import type { NoticeToRecord } from '../store.ts'
import { type NoticeRecordingDependencies, recordNotices } from '../record-notices.ts'
import { lockNoticeSettings, readStoredNoticeSettings, saveNoticeSettings } from './store.ts'
import type { Services } from '#server/services.ts'

export type NoticeSettingsDependencies = Omit<NoticeRecordingDependencies, 'now'> &
  Pick<Services, 'database' | 'persons' | 'clock'> & {
    config: Pick<Config, 'mail' | 'webPush' | 'publicUrl'>
    emailTrust: EmailTrust
    brandOfRequest(request: FastifyRequest): string
  }

/** Adds the endpoints of a person's notice settings. Specification 23.7. */
export function addNoticeSettingsRoutes(add: EndpointAdder, dependencies: NoticeSettingsDependencies): void {
  const { database, bus, channels, persons, clock, config, brandOfRequest } = dependencies
  const sessionDigestOf = createSessionDigestReader(config)

  add(api.readNoticeSettings, async ({ caller }) => read(dependencies, await persons.personIdOf(caller)))

  add(api.changeNoticeSettings, async ({ caller, body, request }) => {
    const settings = body()
    const personId = await persons.personIdOf(caller)
    const now = clock.now()
    const pausedUntil = futureOrNull(settings.pausedUntil, now)
    await inTransaction(database.pool, async (transaction) => {
      const before = await lockNoticeSettings(transaction, personId)
      await saveNoticeSettings(transaction, { personId, now }, { ...settings, pausedUntil })
      await bus.publish(transaction, [{ kind: 'notices', personId }])
      if (isDeepStrictEqual(before, await lockNoticeSettings(transaction, personId))) return
      await recordNotices(transaction, { bus, channels, now }, [changeNotice({ personId, request, now })])
    })
    return read(dependencies, personId)
  })

  /**
   * Returns the notice that settings have changed. The page saves each change immediately, so `dedupe` limits the
   * notices to one an hour for each session.
   */
  function changeNotice({ personId, request, now }: Change): NoticeToRecord {
    const at = new Date(now).toISOString()
    const who = sessionDigestOf(request)?.toString('base64url') ?? 'no session'
    return {
      personId,
      gatewayId: null,
      brand: brandOfRequest(request),
      event: { kind: 'notice-settings-changed', at },
      dedupe: `notice-settings-changed ${at.slice(0, hourLength)} ${who}`,
    }
  }
}

type Change = { personId: string; request: FastifyRequest; now: number }

/** The length of a timestamp up to the hour, such as `2026-11-25T14`. */
const hourLength = 13

async function read(
  { database, clock, config, emailTrust }: NoticeSettingsDependencies,
  personId: string,
): Promise<NoticeSettingsAnswer> {
  const storedNoticeSettings = await readStoredNoticeSettings(database.pool, personId)
  const { address, unverified } = chooseAddressOfPerson(storedNoticeSettings, emailTrust)
  const now = clock.now()
  const isCodeGood =
    storedNoticeSettings.codeAddress === unverified &&
    storedNoticeSettings.codeUntil !== null &&
    storedNoticeSettings.codeUntil.getTime() > now
  return {
    choices: storedNoticeSettings.choices ?? defaultNoticeChoices,
    appliances: storedNoticeSettings.appliances,
    quietHours: storedNoticeSettings.quietHours,
    pausedUntil: futureOrNull(storedNoticeSettings.pausedUntil?.toISOString() ?? null, now)?.toISOString() ?? null,
    channels: channelsOf(config),
    mail: {
      address,
      unverified,
      codeUntil: isCodeGood ? (storedNoticeSettings.codeUntil?.toISOString() ?? null) : null,
    },
    pushKey: config.webPush?.publicKey ?? null,
  }
}

/** Returns the channels that the operator has configured. The portal is always one of them. */
function channelsOf({ mail, webPush }: NoticeSettingsDependencies['config']): NoticeChannel[] {
  return ['portal', ...(mail ? (['mail'] as const) : []), ...(webPush ? (['push'] as const) : [])]
}

/** Returns the end of a pause; null if the pause is over or no pause is set. */
function futureOrNull(until: string | null, now: number): Date | null {
  return until !== null && Date.parse(until) > now ? new Date(until) : null
}
