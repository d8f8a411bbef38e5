/** Why no camera can be looked through. */
export type CameraRefusal = 'insecure' | 'missing' | 'forbidden' | 'busy'

export type Camera = { kind: 'open'; stream: MediaStream } | { kind: 'refused'; why: CameraRefusal }

/** What of the browser's `window` is needed. */
export type CameraPlace = {
  isSecureContext: boolean
  /** Undefined in an insecure context, and in browsers that know no cameras. */
  mediaDevices: Pick<MediaDevices, 'getUserMedia'> | undefined
}

/** The one at the back of a phone; most pixels are of no use for a code. */
const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Opens a camera; the browser asks the person first. W3C Media Capture and Streams, section 10.2. */
export async function openCamera({ isSecureContext, mediaDevices }: CameraPlace): Promise<Camera> {
  if (!isSecureContext) return refused('insecure')
  if (!mediaDevices) return refused('missing')
  try {
    return { kind: 'open', stream: await mediaDevices.getUserMedia(wanted) }
  } catch (error) {
    return refused((error instanceof Error && refusals[error.name]) || 'busy')
  }
}

/** By the names of the browser's errors; whatever else keeps a camera from starting, another try may help. */
const refusals: Readonly<Record<string, CameraRefusal>> = {
  NotAllowedError: 'forbidden',
  SecurityError: 'forbidden',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'missing',
}

function refused(why: CameraRefusal): Camera {
  return { kind: 'refused', why }
}

/** Puts the camera's light out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
