import { expect, test } from 'vitest'
import { openCamera } from './camera.ts'

// Specification 2.7: if there is no camera, the scanner shows the reason.

const stream = {} as MediaStream

function environmentOf(getUserMedia: MediaDevices['getUserMedia']) {
  return { isSecureContext: true, mediaDevices: { getUserMedia } }
}

test("the page requests the phone's rear camera, and no microphone", async () => {
  const asked: unknown[] = []
  const camera = await openCamera(
    environmentOf(async (constraints) => {
      asked.push(constraints)
      return stream
    }),
  )
  expect(camera).toEqual({ kind: 'open', stream })
  expect(asked).toEqual([
    { audio: false, video: expect.objectContaining({ facingMode: { ideal: 'environment' } }) as unknown },
  ])
})

test('no permission is requested if the connection is not secure, or the browser has no camera API', async () => {
  const never = () => Promise.reject(new Error('asked'))
  expect(await openCamera({ ...environmentOf(never), isSecureContext: false })).toEqual({
    kind: 'refused',
    why: 'insecure',
  })
  expect(await openCamera({ isSecureContext: false, mediaDevices: undefined })).toEqual({
    kind: 'refused',
    why: 'insecure',
  })
  expect(await openCamera({ isSecureContext: true, mediaDevices: undefined })).toEqual({
    kind: 'refused',
    why: 'missing',
  })
})

test.each([
  ['NotAllowedError', 'forbidden'],
  ['SecurityError', 'forbidden'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotSupportedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
])('%s of the browser: %s', async (name, why) => {
  const camera = await openCamera(environmentOf(() => Promise.reject(new DOMException('', name))))
  expect(camera).toEqual({ kind: 'refused', why })
})
