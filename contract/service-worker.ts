/** The path of the service worker: at the root, because a worker controls only paths below its own. */
export const workerPath = '/service-worker.js'

/** The Trusted Types policy for the worker's address. W3C Trusted Types. */
export const workerPolicy = 'service-worker'

/** The `meta` element of the page with the worker's address, if the portal has one. */
export const workerMeta = 'service-worker'

/** The brand's data at the top of the worker's file, because the worker must also work without a network. */
export type WorkerBrand = { title: string; logoSvg: string; themeCss: string; icon: string | null }

/** The worker's message to a page: the person clicked a push message with the target `path`. */
export type WorkerMessage = { kind: 'open'; path: string }
