/** Where the service worker is: at the root, since it may only look after what lies below it. */
export const workerPath = '/service-worker.js'

/** The policy by which the page names the worker's address. W3C Trusted Types. */
export const workerPolicy = 'service-worker'

/** The `meta` of the page that names the worker, where the portal has one. */
export const workerMeta = 'service-worker'

/** What the worker is told of its brand, at the top of its own file: it has to work where nothing can be asked. */
export type WorkerBrand = { title: string; logoSvg: string; themeCss: string; icon: string | null }

/** What the worker tells a page: somebody has clicked a push that leads to `path`. */
export type WorkerMessage = { kind: 'open'; path: string }
