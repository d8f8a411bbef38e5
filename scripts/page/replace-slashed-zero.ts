/**
 * Replaces the slashed zero of a TrueType font by the letter O, scaled to the width of the zero. In a room
 * temperature, the slash looks like a fault. Specification of the tables: OpenType 1.9.
 *
 * @throws Error if the font does not have the required tables and letters
 */
export function replaceSlashedZero(font: Uint8Array): Uint8Array {
  const tables = readTables(font)
  const glyphOf = readCharacterMap(findTable(tables, 'cmap'))
  const zero = glyphOf(0x30)
  const letter = glyphOf(0x4f)
  const outlines = readOutlines(tables)
  for (const glyph of [zero, ...substitutesOf(zero, findTable(tables, 'GSUB'))])
    outlines[glyph] = narrowGlyph(letter, outlines[letter], outlines[glyph])
  const isZero = (glyph: number) => outlines[glyph]?.length === compositeBytes
  return writeTables(tables, {
    ...writeOutlines(outlines, tables),
    gvar: withoutVariations(findTable(tables, 'gvar'), isZero),
  })
}

type Tables = ReadonlyMap<string, Buffer>

const headerBytes = 12
const entryBytes = 16

function readTables(font: Uint8Array): Tables {
  const bytes = Buffer.from(font)
  const entries = Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => headerBytes + index * entryBytes)
  return new Map(
    entries.map((at) => {
      const offset = bytes.readUInt32BE(at + 8)
      return [bytes.toString('latin1', at, at + 4), bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12))]
    }),
  )
}

function findTable(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new Error(`The font has no table ${tag}.`)
  return table
}

/** Writes the tables as a font file. Each checksum is zero, because the conversion to WOFF2 computes the checksums. */
function writeTables(tables: Tables, changedTables: Readonly<Record<string, Buffer>>): Uint8Array {
  const all = [...tables].map(([tag, content]) => [tag, changedTables[tag] ?? content] as const)
  const header = Buffer.alloc(headerBytes + all.length * entryBytes)
  header.writeUInt32BE(0x0001_0000)
  header.writeUInt16BE(all.length, 4)
  const contents: Buffer[] = []
  let offset = header.length
  for (const [index, [tag, content]] of all.entries()) {
    const at = headerBytes + index * entryBytes
    header.write(tag, at, 'latin1')
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(content.length, at + 12)
    const paddedTable = padTo(4, content)
    contents.push(paddedTable)
    offset += paddedTable.length
  }
  return Buffer.concat([header, ...contents])
}

function padTo(multiple: number, content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((multiple - (content.length % multiple)) % multiple)])
}

/**
 * Returns a function that finds the glyph of a character in the subtable of format 4. Throws an error if the font has
 * no such subtable.
 */
function readCharacterMap(cmap: Buffer): (character: number) => number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const at = subtables.find((offset) => cmap.readUInt16BE(offset) === 4)
  if (at === undefined) throw new Error('The font has no character map of format 4.')
  const size = cmap.readUInt16BE(at + 6)
  const field = (index: number, segment: number) => at + 14 + index * size + (index > 0 ? 2 : 0) + segment * 2
  return (character) => {
    for (let segment = 0; segment < size / 2; segment += 1) {
      const first = cmap.readUInt16BE(field(1, segment))
      if (character < first || character > cmap.readUInt16BE(field(0, segment))) continue
      const rangeAt = field(3, segment)
      const range = cmap.readUInt16BE(rangeAt)
      if (range !== 0) return cmap.readUInt16BE(rangeAt + range + (character - first) * 2)
      return (character + cmap.readUInt16BE(field(2, segment))) & 0xffff
    }
    throw new Error(`The font has no character ${character}.`)
  }
}

/** Returns the glyphs that can replace `glyph` one to one, such as the tabular form of a digit. */
function substitutesOf(glyph: number, gsub: Buffer): number[] {
  const list = gsub.readUInt16BE(8)
  return offsetsAt(gsub, list).flatMap((lookup) => {
    if (gsub.readUInt16BE(lookup) !== 1) return []
    return offsetsAt(gsub, lookup, 4).flatMap((at) => {
      const index = coverageOf(gsub, at + gsub.readUInt16BE(at + 2)).indexOf(glyph)
      if (index === -1) return []
      return gsub.readUInt16BE(at) === 1
        ? [(glyph + gsub.readInt16BE(at + 4)) & 0xffff]
        : [gsub.readUInt16BE(at + 6 + index * 2)]
    })
  })
}

/**
 * Reads a list of offsets. The length of the list is at `start + skippedBytes`. The stored offsets are relative to `start`;
 * the returned offsets are absolute.
 */
function offsetsAt(bytes: Buffer, start: number, skippedBytes = 0): number[] {
  const at = start + skippedBytes
  return Array.from({ length: bytes.readUInt16BE(at) }, (_, index) => start + bytes.readUInt16BE(at + 2 + index * 2))
}

function coverageOf(gsub: Buffer, at: number): number[] {
  const count = gsub.readUInt16BE(at + 2)
  if (gsub.readUInt16BE(at) === 1)
    return Array.from({ length: count }, (_, index) => gsub.readUInt16BE(at + 4 + index * 2))
  return Array.from({ length: count }, (_, index) => at + 4 + index * 6).flatMap((range) => {
    const first = gsub.readUInt16BE(range)
    return Array.from({ length: gsub.readUInt16BE(range + 2) - first + 1 }, (_, index) => first + index)
  })
}

type Outlines = (Buffer | undefined)[]

function readOutlines(tables: Tables): Outlines {
  const glyf = findTable(tables, 'glyf')
  const loca = findTable(tables, 'loca')
  const isLong = isLongOffsets(tables)
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  const count = loca.length / (isLong ? 4 : 2) - 1
  return Array.from({ length: count }, (_, glyph) => glyf.subarray(offset(glyph), offset(glyph + 1)))
}

function isLongOffsets(tables: Tables): boolean {
  return findTable(tables, 'head').readInt16BE(50) === 1
}

function writeOutlines(outlines: Outlines, tables: Tables): { glyf: Buffer; loca: Buffer } {
  const isLong = isLongOffsets(tables)
  const contents = outlines.map((outline) => padTo(2, outline ?? Buffer.alloc(0)))
  const loca = Buffer.alloc((contents.length + 1) * (isLong ? 4 : 2))
  let offset = 0
  for (const [glyph, { length }] of [...contents, Buffer.alloc(0)].entries()) {
    if (isLong) loca.writeUInt32BE(offset, glyph * 4)
    else loca.writeUInt16BE(offset / 2, glyph * 2)
    offset += length
  }
  return { glyf: Buffer.concat(contents), loca }
}

const compositeBytes = 22

/**
 * The flags of a component in a composite glyph: its offsets are 16-bit numbers of x and y, and it has one scale for
 * each axis.
 */
const componentFlags = 0x0001 | 0x0002 | 0x0040

/** The number 1 as a scale. Scales are fixed-point numbers with 14 fractional bits. */
const one = 0x4000

/** Returns a composite glyph that shows `glyph`, scaled to the width and height of the outline `like`. */
function narrowGlyph(glyph: number, outline: Buffer | undefined, like: Buffer | undefined): Buffer {
  if (!outline || !like) throw new Error('The font has no outline for a letter.')
  const from = boxOf(outline)
  const to = boxOf(like)
  const scaleX = (to.right - to.left) / (from.right - from.left)
  const scaleY = (to.top - to.bottom) / (from.top - from.bottom)
  const composite = Buffer.alloc(compositeBytes)
  composite.writeInt16BE(-1, 0)
  like.copy(composite, 2, 2, 10)
  composite.writeUInt16BE(componentFlags, 10)
  composite.writeUInt16BE(glyph, 12)
  composite.writeInt16BE(Math.round(to.left - from.left * scaleX), 14)
  composite.writeInt16BE(Math.round(to.bottom - from.bottom * scaleY), 16)
  composite.writeInt16BE(Math.round(scaleX * one), 18)
  composite.writeInt16BE(Math.round(scaleY * one), 20)
  return composite
}

function boxOf(outline: Buffer): { left: number; bottom: number; right: number; top: number } {
  const [left = 0, bottom = 0, right = 0, top = 0] = [2, 4, 6, 8].map((at) => outline.readInt16BE(at))
  return { left, bottom, right, top }
}

/**
 * Returns the table `gvar` without the variations of the removed glyphs. A composite glyph varies with its
 * components, so it needs no variations of its own.
 */
function withoutVariations(gvar: Buffer, isRemoved: (glyph: number) => boolean): Buffer {
  const count = gvar.readUInt16BE(12)
  const isLong = (gvar.readUInt16BE(14) & 1) === 1
  const data = gvar.readUInt32BE(16)
  const offsetAt = (glyph: number) => 20 + glyph * (isLong ? 4 : 2)
  const offset = (glyph: number) =>
    data + (isLong ? gvar.readUInt32BE(offsetAt(glyph)) : gvar.readUInt16BE(offsetAt(glyph)) * 2)
  const contents = Array.from({ length: count }, (_, glyph) =>
    isRemoved(glyph) ? Buffer.alloc(0) : gvar.subarray(offset(glyph), offset(glyph + 1)),
  )
  const head = Buffer.from(gvar.subarray(0, data))
  let next = 0
  for (const [glyph, { length }] of [...contents, Buffer.alloc(0)].entries()) {
    if (isLong) head.writeUInt32BE(next, offsetAt(glyph))
    else head.writeUInt16BE(next / 2, offsetAt(glyph))
    next += length
  }
  return Buffer.concat([head, ...contents])
}
