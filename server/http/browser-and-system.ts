/**
 * Patterns that find a browser in the user agent. A specific browser comes before others, because its user agent also
 * contains their names.
 */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
] as const

const systems = [
  [/\bAndroid\b/u, 'Android'],
  [/\biPad\b/u, 'iPadOS'],
  [/\biPhone\b/u, 'iOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
] as const

/** The names of a browser and of its operating system. A name is null if it is not in the lists of this file. */
export type BrowserAndSystem = { browser: string | null; system: string | null }

/**
 * Returns the common names of a browser and its system, from fixed lists. No other part of the user agent is stored
 * or shown.
 */
export function browserAndSystemOf(userAgent: string): BrowserAndSystem {
  const [, browser = null] = browsers.find(([mark]) => mark.test(userAgent)) ?? []
  const [, system = null] = systems.find(([mark]) => mark.test(userAgent)) ?? []
  return { browser, system }
}
