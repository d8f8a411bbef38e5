/** The settings of a stand-in, by the names of environment variables. */
export type StandInSettings = Readonly<Record<string, string>>

/**
 * Starts a stand-in; resolves, when it answers, with what ends it. Rejects if a port is in use or something that it
 * needs does not answer.
 */
export type StartStandIn = (settings: StandInSettings) => Promise<() => Promise<void>>

/** A setting without a default. Throws if it is missing. */
export function requiredSetting(settings: StandInSettings, name: string): string {
  const value = settings[name]
  if (!value) throw new Error(`The setting ${name} is missing.`)
  return value
}
