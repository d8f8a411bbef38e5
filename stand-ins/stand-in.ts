/** The settings of a stand-in, by the name of their environment variable. */
export type StandInSettings = Readonly<Record<string, string>>

/**
 * Starts a stand-in. Resolves when the stand-in is ready, with a function that stops it. Rejects if a port is in use
 * or a dependency does not answer.
 */
export type StandInStarter = (settings: StandInSettings) => Promise<() => Promise<void>>

/** Returns a setting that has no default. @throws Error if the setting is missing */
export function readRequiredSetting(settings: StandInSettings, name: string): string {
  const value = settings[name]
  if (!value) throw new Error(`The setting ${name} is missing.`)
  return value
}
