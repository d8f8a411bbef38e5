import { api } from '#contract/api.ts'
import { type NoticeStanding, usualChoices } from '#contract/notice-settings.ts'
import type { NoticeChannel } from '#contract/notices.ts'
import type { Bus } from '#server/bus/bus.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { AddEndpoint } from '#server/http/endpoints.ts'
import type { Persons } from '#server/identity/person.ts'
import { mailAddressOf } from '../mail-address.ts'
import { readSettings, saveSettings } from './store.ts'

export type NoticeSettingsDependencies = {
  database: Database
  bus: Pick<Bus, 'publish'>
  persons: Persons
  clock: Clock
  config: Pick<Config, 'mail' | 'webPush'>
}

/** How a person is told of what. Specification 23.7. */
export function addNoticeSettingsRoutes(add: AddEndpoint, dependencies: NoticeSettingsDependencies): void {
  const { database, bus, persons, clock } = dependencies

  add(api.readNoticeSettings, async ({ caller }) => read(dependencies, await persons.personIdOf(caller)))

  add(api.changeNoticeSettings, async ({ caller, body }) => {
    const settings = body()
    const personId = await persons.personIdOf(caller)
    const pausedUntil = stillToCome(settings.pausedUntil, clock.now())
    await inTransaction(database.pool, async (transaction) => {
      await saveSettings(transaction, personId, { ...settings, pausedUntil })
      await bus.publish(transaction, [{ kind: 'notices', personId }])
    })
    return read(dependencies, personId)
  })
}

async function read(
  { database, clock, config }: NoticeSettingsDependencies,
  personId: string,
): Promise<NoticeStanding> {
  const stored = await readSettings(database.pool, personId)
  const { address, unverified } = mailAddressOf(stored)
  const now = clock.now()
  const isCodeGood = stored.codeAddress === unverified && stored.codeUntil !== null && stored.codeUntil.getTime() > now
  return {
    choices: stored.choices ?? usualChoices,
    appliances: stored.appliances,
    quietHours: stored.quietHours,
    pausedUntil: stillToCome(stored.pausedUntil?.toISOString() ?? null, now)?.toISOString() ?? null,
    channels: channelsOf(config),
    mail: { address, unverified, codeUntil: isCodeGood ? (stored.codeUntil?.toISOString() ?? null) : null },
    pushKey: config.webPush?.publicKey ?? null,
  }
}

/** Only what the operator has set up is offered. */
function channelsOf({ mail, webPush }: NoticeSettingsDependencies['config']): NoticeChannel[] {
  return ['portal', ...(mail ? (['mail'] as const) : []), ...(webPush ? (['push'] as const) : [])]
}

/** A pause that is over is none. */
function stillToCome(until: string | null, now: number): Date | null {
  return until !== null && Date.parse(until) > now ? new Date(until) : null
}
