/**
 * The reason why the camera cannot be used. `insecure`: the page is not in a secure context; `missing`: there is no
 * suitable camera; `forbidden`: the permission was refused; `busy`: any other error, because most of these are
 * temporary.
 */
export type CameraRefusal = 'insecure' | 'missing' | 'forbidden' | 'busy'

export type CameraOutcome = { kind: 'open'; stream: MediaStream } | { kind: 'refused'; why: CameraRefusal }

/** The properties of `window` that this module reads. */
export type CameraWindow = {
  isSecureContext: boolean
  /** Undefined in an insecure context, and in browsers without a camera API. */
  mediaDevices: Pick<MediaDevices, 'getUserMedia'> | undefined
}

/** Requests the rear camera of a phone. Reading a code does not need the highest resolution. */
const mediaStreamConstraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Opens a camera; the browser first asks the person for permission. W3C Media Capture and Streams, section 10.2. */
export async function openCamera({ isSecureContext, mediaDevices }: CameraWindow): Promise<CameraOutcome> {
  if (!isSecureContext) return cameraRefusal('insecure')
  if (!mediaDevices) return cameraRefusal('missing')
  try {
    return { kind: 'open', stream: await mediaDevices.getUserMedia(mediaStreamConstraints) }
  } catch (error) {
    return cameraRefusal((error instanceof Error && refusals[error.name]) || 'busy')
  }
}

const refusals: Readonly<Record<string, CameraRefusal>> = {
  NotAllowedError: 'forbidden',
  SecurityError: 'forbidden',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'missing',
}

function cameraRefusal(why: CameraRefusal): CameraOutcome {
  return { kind: 'refused', why }
}

/** Stops the camera, which turns its light off. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
