/** Returns the contrast ratio of two `#rrggbb` colours by WCAG 2.2, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/**
 * Returns the colour that results from drawing `foreground` with this opacity on top of `under`. All colours are
 * `#rrggbb`.
 */
export function mixColours(foreground: string, under: string, opacity: number): string {
  const below = channels(under)
  const mixedChannels = channels(foreground).map(
    (channel, index) => channel * opacity + (below[index] ?? 0) * (1 - opacity),
  )
  return `#${mixedChannels
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Returns the relative luminance of a colour by WCAG 2.2, from 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(linearChannel)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(colour: string): number[] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  if (!hex) throw new Error(`'${colour}' is no colour of the form #rrggbb`)
  return hex.slice(1).map((pair) => Number.parseInt(pair, 16) / 255)
}

function linearChannel(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
