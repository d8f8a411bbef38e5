/** The more specific names come first, because their user agents also contain the later names. */
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

/** The name of a browser and of its operating system; null for others than those of the list. */
export type BrowserName = { browser: string | null; system: string | null }

/** The common name of a browser, from a fixed list; null for others. Nothing else of the user agent is stored or shown. */
export function nameOfBrowser(userAgent: string): BrowserName {
  const [, browser = null] = browsers.find(([mark]) => mark.test(userAgent)) ?? []
  const [, system = null] = systems.find(([mark]) => mark.test(userAgent)) ?? []
  return { browser, system }
}
