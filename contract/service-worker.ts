/** The path of the service worker. The file is at the root, because a worker controls only paths below its own path. */
export const serviceWorkerPath = '/service-worker.js'

/** The name of the Trusted Types policy that creates the worker's URL. */
export const serviceWorkerPolicyName = 'service-worker'

/** The name of the `meta` element with the path of the worker. A portal without a worker does not have this element. */
export const serviceWorkerMetaName = 'service-worker'

/**
 * The data of the brand at the start of the worker's file. The file contains the data because the worker also needs it
 * without a network.
 */
export type ServiceWorkerBrand = { title: string; logoSvg: string; themeCss: string; icon: string | null }

/** A message of the worker to a page: the person clicked a push message that opens `path`. */
export type ServiceWorkerMessage = { kind: 'open'; path: string }
