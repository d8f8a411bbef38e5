import { encodeQR } from 'qr'

const width = 320
const height = 240
const perSecond = 10
const black = 16
const white = 235
/** The size of a code's smallest square, in pixels. */
const module = 4

/** Returns a film in the format YUV4MPEG2 that shows each code for some seconds. The browser repeats the film. */
export function createCameraVideo(codes: readonly string[], secondsEach: number): Buffer {
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${perSecond}:1 Ip A1:1 C420\n`)
  const frames = codes.flatMap((code) => Array.from({ length: secondsEach * perSecond }, () => frameOf(code)))
  return Buffer.concat([head, ...frames])
}

function frameOf(code: string): Buffer {
  const rows = encodeQR(code, 'raw', { border: 4 })
  const left = Math.floor((width - rows.length * module) / 2)
  const top = Math.floor((height - rows.length * module) / 2)
  const luma = Buffer.alloc(width * height, white)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rows[Math.floor((y - top) / module)]?.[Math.floor((x - left) / module)]) luma[y * width + x] = black
    }
  }
  const grey = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([Buffer.from('FRAME\n'), luma, grey])
}
