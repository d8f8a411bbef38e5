import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ParsedClaimCode } from '#contract/claim-code.ts'
import type { ClaimForm } from '#contract/claim.ts'
import { type CameraOutcome, type CameraRefusal, closeCamera, openCamera } from './camera.ts'
import { chooseBestClaimCode, createQrCodeReader, type BarcodeDetectorClass } from './qr-code-reader.ts'

/**
 * The intermediate result of a scan: no code yet, no code for a long time, a damaged code, or a code that is not of a
 * sticker.
 */
export type ScanFinding = 'nothing-yet' | 'nothing-for-long' | Exclude<ParsedClaimCode['kind'], 'claim'>

export type ScanState =
  | { kind: 'opening' }
  | { kind: 'looking'; seen: ScanFinding }
  | { kind: 'refused'; why: CameraRefusal }

const betweenPicturesMs = 120
const nothingForLongMs = 12_000

/** The longer edge of a picture to read, in pixels. */
const maxEdgePx = 1_280

/** Scans the camera's pictures until one has a sticker's code. Pictures stay on the device and are not stored. */
export function useCodeScan(
  video: RefObject<HTMLVideoElement | null>,
  onFound: (values: ClaimForm) => void,
): ScanState {
  const [scan, setScan] = useState<ScanState>({ kind: 'opening' })
  const onFoundLatest = useEffectEvent(onFound)

  useEffect(() => {
    const abortController = new AbortController()
    const { signal } = abortController
    const onScan = (next: ScanState) => !signal.aborted && setScan(next)
    scanThrough({ video, signal, onScan })
      .then((values) => values && !signal.aborted && onFoundLatest(values))
      .catch(() => onScan({ kind: 'refused', why: 'busy' }))
    return () => abortController.abort()
  }, [video])

  return scan
}

type Scanning = { video: RefObject<HTMLVideoElement | null>; signal: AbortSignal; onScan(scan: ScanState): void }

/**
 * Returns the values of the first sticker that the camera finds; null if the camera cannot be used or the scan is
 * stopped.
 */
async function scanThrough({ video, signal, onScan }: Scanning): Promise<ClaimForm | null> {
  const camera = await openCamera({ isSecureContext: window.isSecureContext, mediaDevices: navigator.mediaDevices })
  if (camera.kind === 'refused') {
    onScan(camera)
    return null
  }
  signal.addEventListener('abort', () => closeCamera(camera.stream))
  if (signal.aborted) closeCamera(camera.stream)
  if (signal.aborted || !video.current) return null
  try {
    return await scanPictures({ camera, video: video.current, signal, onScan })
  } finally {
    closeCamera(camera.stream)
  }
}

type PictureScan = Omit<Scanning, 'video'> & {
  camera: Extract<CameraOutcome, { kind: 'open' }>
  video: HTMLVideoElement
}

async function scanPictures({ camera: { stream }, video, signal, onScan }: PictureScan): Promise<ClaimForm | null> {
  const reader = await createQrCodeReader((window as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector)
  video.srcObject = stream
  await video.play()
  onScan({ kind: 'looking', seen: 'nothing-yet' })
  const picture = document.createElement('canvas')
  const [track] = stream.getVideoTracks()
  let lastSeenAt = performance.now()
  while (!signal.aborted) {
    // The track ends if the camera is disconnected or the permission is withdrawn.
    if (track?.readyState === 'ended') throw new Error('The camera has ended.')
    const code = takePicture(video, picture) ? chooseBestClaimCode(await reader(picture)) : null
    if (code?.kind === 'claim') return code.values
    if (code) {
      lastSeenAt = performance.now()
      onScan({ kind: 'looking', seen: code.kind })
    } else if (performance.now() - lastSeenAt > nothingForLongMs) onScan({ kind: 'looking', seen: 'nothing-for-long' })
    await pause(betweenPicturesMs)
  }
  return null
}

/** Draws the camera's current image to `picture`. Returns false while the camera has no image. */
function takePicture(video: HTMLVideoElement, picture: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, maxEdgePx / Math.max(videoWidth, videoHeight))
  picture.width = Math.round(videoWidth * scale)
  picture.height = Math.round(videoHeight * scale)
  if (picture.width === 0 || picture.height === 0) return false
  picture.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0, picture.width, picture.height)
  return true
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
