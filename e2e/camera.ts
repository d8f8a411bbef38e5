import { writeFile } from 'node:fs/promises'
import { type Browser, chromium, type TestInfo } from '@playwright/test'
import { formatClaimCode } from '#contract/claim-code.ts'
import type { RegistryFileEntry } from '#stand-ins/registry-file.ts'
import { findChromiumWithCamera } from '../scripts/chromium.ts'
import { createCameraVideo } from './camera-video.ts'

export const noCameraMessage = 'Chromium without a window of its own has no camera; install chromium.'

/** Returns the text of the QR code on a gateway's sticker. */
export function stickerCodeOf({ serial: serialNumber, accessCode, userPassword }: RegistryFileEntry): string {
  return formatClaimCode({ serialNumber, accessCode, userPassword })
}

/**
 * Starts a browser whose camera shows these codes, each for three seconds. Returns null if no Chromium with a camera is
 * installed.
 */
export async function startBrowserWithCamera(codes: readonly string[], testInfo: TestInfo): Promise<Browser | null> {
  const executablePath = findChromiumWithCamera()
  if (executablePath === undefined) return null
  const film = testInfo.outputPath('camera.y4m')
  await writeFile(film, createCameraVideo(codes, 3))
  const args = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  return chromium.launch({ executablePath, args })
}
