declare module 'subset-font' {
  /** Reduces the font to these characters, and its axes to these ranges. */
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: 'woff2' | 'truetype'; variationAxes?: Record<string, { min: number; max: number }> },
  ): Promise<Buffer>
}
