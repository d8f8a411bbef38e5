declare module 'subset-font' {
  /** Reduces the font to the characters of `letters`, and its axes to the ranges in `variationAxes`. */
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: 'woff2' | 'truetype'; variationAxes?: Record<string, { min: number; max: number }> },
  ): Promise<Buffer>
}
